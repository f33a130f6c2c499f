import type { Metadata } from "next";
import { Suspense } from "react";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { readInbox } from "@/app/(desk)/settings/readings";
import { InboxView } from "@/components/settings/inbox-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/session";
import { tryAgainAction, tryAllAgainAction } from "./actions";

export const metadata: Metadata = { title: "Inbox" };

async function LoadedInbox() {
  await requirePageSession("desk");
  return (
    <InboxView initial={await readInbox()} tryAgainAction={tryAgainAction} tryAllAction={tryAllAgainAction} />
  );
}

export default function InboxPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <PersonDisplay>
        <LoadedInbox />
      </PersonDisplay>
    </Suspense>
  );
}
