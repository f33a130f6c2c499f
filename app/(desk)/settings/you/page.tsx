import type { Metadata } from "next";
import { Suspense } from "react";
import { readPersonPreferences } from "@/app/(desk)/person-preferences";
import { changePasswordAction } from "@/app/account/actions";
import { SECOND_FACTOR_ACTIONS } from "@/app/account/second-factor";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { YouView } from "@/components/settings/you-view";
import { hasPassword, hasSecondFactor } from "@/lib/auth/second-factor";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";

export const metadata: Metadata = { title: "You" };

async function LoadedYou() {
  const { userId, name, email } = await requirePageSession("desk");
  return (
    <YouView
      name={name ?? email}
      email={email}
      preferences={await readPersonPreferences(userId)}
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
