import type { Metadata } from "next";
import { Suspense } from "react";
import { PeopleView } from "@/components/settings/people/people-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { listPeople } from "@/lib/auth/people";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { readParties } from "@/lib/mirror/cached/reads";
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

export const metadata: Metadata = { title: "People" };

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
