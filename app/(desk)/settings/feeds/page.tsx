import type { Metadata } from "next";
import { Suspense } from "react";
import { FeedsView } from "@/components/settings/feeds/feeds-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { may } from "@/lib/auth/access";
import { requirePageSession } from "@/lib/auth/session";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import { listFeeds } from "@/lib/desk-work/feeds/feeds";
import { listViews } from "@/lib/desk-work/views";
import { makeApiTokenAction, makeFeedAction, revokeApiTokenAction, revokeFeedAction } from "./actions";

export const metadata: Metadata = { title: "Feeds and screens" };

async function LoadedFeeds() {
  const session = await requirePageSession("share");
  const now = new Date();
  const [feeds, { views }] = await Promise.all([listFeeds(db(), now), listViews(db(), session)]);
  const administers = may(session.role, "administer");
  return (
    <FeedsView
      feeds={feeds}
      views={views.map(({ id, name, mine, owner }) => ({ id, name: mine ? name : `${name} (${owner})` }))}
      apiAddress={`${config().publicUrl}/api/v1`}
      administers={administers}
      actions={{
        make: makeFeedAction,
        makeApi: makeApiTokenAction,
        revoke: revokeFeedAction,
        revokeApi: revokeApiTokenAction,
      }}
      now={now.getTime()}
    />
  );
}

export default function FeedsPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedFeeds />
    </Suspense>
  );
}
