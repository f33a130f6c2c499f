import type { Metadata } from "next";
import { Suspense } from "react";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { changePasswordAction } from "@/app/account/actions";
import { SECOND_FACTOR_ACTIONS } from "@/app/account/second-factor";
import { YouView } from "@/components/preferences/profile-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { hasPassword, hasSecondFactor } from "@/lib/auth/second-factor/totp";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readChangeChoice } from "@/lib/features/board/commands/change-kinds";
import { db } from "@/lib/platform/database/client";
import { saveChangeChoiceAction } from "./actions";

export const metadata: Metadata = { title: "My account" };

async function LoadedYou() {
  const { userId, name, email } = await requirePageSession("dashboard");
  return (
    <YouView
      name={name ?? email}
      email={email}
      preferences={await readUserPreferences(userId)}
      changes={await readChangeChoice(db(), { userId })}
      saveChanges={saveChangeChoiceAction}
      changePassword={changePasswordAction}
      secondFactor={{
        on: await hasSecondFactor(db(), userId),
        available: await hasPassword(db(), userId),
        actions: SECOND_FACTOR_ACTIONS,
      }}
      now={Date.now()}
    />
  );
}

export default function YouPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedYou />
    </Suspense>
  );
}
