import type { Metadata } from "next";
import { Suspense } from "react";
import { readPersonPreferences } from "@/app/(desk)/person-preferences";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { YouView } from "@/components/settings/you-view";
import { hasSecondFactor } from "@/lib/auth/second-factor";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { changePasswordAction } from "./actions";
import {
  beginSecondFactorAction,
  confirmSecondFactorAction,
  removeSecondFactorAction,
} from "./second-factor-actions";

export const metadata: Metadata = { title: "You" };

const SECOND_FACTOR = {
  begin: beginSecondFactorAction,
  confirm: confirmSecondFactorAction,
  remove: removeSecondFactorAction,
};

async function LoadedYou() {
  const { userId, name, email } = await requirePageSession("desk");
  return (
    <YouView
      name={name ?? email}
      email={email}
      preferences={await readPersonPreferences(userId)}
      changePassword={changePasswordAction}
      secondFactor={{ on: await hasSecondFactor(db(), userId), actions: SECOND_FACTOR }}
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
