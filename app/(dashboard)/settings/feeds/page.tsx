import type { Metadata } from "next";
import { Suspense } from "react";
import { FeedsView } from "@/components/feeds/feeds-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { may } from "@/lib/auth/access/roles";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { listFeeds } from "@/lib/features/feeds/commands/feeds";
import { listViews } from "@/lib/features/saved-views/commands";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { makeApiTokenAction, makeFeedAction, revokeApiTokenAction, revokeFeedAction } from "./actions";

export const metadata: Metadata = { title: "Feeds and wallboards" };

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
