import type { Metadata } from "next";
import { Suspense } from "react";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { UsersView } from "@/components/users/users-view";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readParties } from "@/lib/features/parties/queries/cached-parties";
import { listUsers } from "@/lib/features/users/queries";
import { db } from "@/lib/platform/database/client";
import {
  changeUserAction,
  confirmSsoLinkAction,
  disableUserAction,
  dismissSsoLinkAction,
  enableUserAction,
  inviteAgainAction,
  inviteUserAction,
  makeResetLinkAction,
  removeLostFactorAction,
  revokeGivenOutAction,
  signOutEverywhereAction,
} from "./actions";

export const metadata: Metadata = { title: "Users" };

const actions = {
  invite: inviteUserAction,
  inviteAgain: inviteAgainAction,
  change: changeUserAction,
  disable: disableUserAction,
  enable: enableUserAction,
  signOut: signOutEverywhereAction,
  reset: makeResetLinkAction,
  removeFactor: removeLostFactorAction,
  revokeGivenOut: revokeGivenOutAction,
  confirmSsoLink: confirmSsoLinkAction,
  dismissSsoLink: dismissSsoLinkAction,
};

async function LoadedUsers() {
  const { userId } = await requirePageSession("administer");
  const [users, { parties }] = await Promise.all([listUsers(db()), readParties()]);
  return (
    <UsersView
      users={users}
      parties={parties.map(({ id, name, archivedAt }) => ({ id, name, archivedAt }))}
      selfId={userId}
      actions={actions}
      now={Date.now()}
    />
  );
}

export default function PeoplePage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedUsers />
    </Suspense>
  );
}
