import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { InboxView } from "@/components/connection/inbox/inbox-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readInbox } from "@/lib/features/connection/queries/settings-pages";
import { tryAgainAction, tryAllAgainAction } from "./actions";

export const metadata: Metadata = { title: "Webhook inbox" };

async function LoadedInbox() {
  await requirePageSession("dashboard");
  return (
    <InboxView initial={await readInbox()} tryAgainAction={tryAgainAction} tryAllAction={tryAllAgainAction} />
  );
}

export default function InboxPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <UserDisplay>
        <LoadedInbox />
      </UserDisplay>
    </Suspense>
  );
}
