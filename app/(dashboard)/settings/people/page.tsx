import type { Metadata } from "next";
import { Suspense } from "react";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { PeopleView } from "@/components/users/users-view";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readParties } from "@/lib/features/parties/queries/cached-parties";
import { listPeople } from "@/lib/features/users/queries";
import { db } from "@/lib/platform/database/client";
import {
  changePersonAction,
  confirmSsoLinkAction,
  disablePersonAction,
  dismissSsoLinkAction,
  enablePersonAction,
  inviteAgainAction,
  invitePersonAction,
  makeResetLinkAction,
  removeLostFactorAction,
  revokeGivenOutAction,
  signOutEverywhereAction,
} from "./actions";

export const metadata: Metadata = { title: "Users" };

const actions = {
  invite: invitePersonAction,
  inviteAgain: inviteAgainAction,
  change: changePersonAction,
  disable: disablePersonAction,
  enable: enablePersonAction,
  signOut: signOutEverywhereAction,
  reset: makeResetLinkAction,
  removeFactor: removeLostFactorAction,
  revokeGivenOut: revokeGivenOutAction,
  confirmSsoLink: confirmSsoLinkAction,
  dismissSsoLink: dismissSsoLinkAction,
};

async function LoadedPeople() {
  const { userId } = await requirePageSession("administer");
  const [people, { parties }] = await Promise.all([listPeople(db()), readParties()]);
  return (
    <PeopleView
      people={people}
      parties={parties.map(({ id, name }) => ({ id, name }))}
      selfId={userId}
      actions={actions}
      now={Date.now()}
    />
  );
}

export default function PeoplePage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedPeople />
    </Suspense>
  );
}
