import type { Metadata } from "next";
import { Suspense } from "react";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { EmbedsView } from "@/components/sharing/embeds/embeds-view";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { listViews } from "@/lib/features/saved-views/commands";
import { listEmbeds } from "@/lib/features/sharing/embeds/embeds";
import { db } from "@/lib/platform/database/client";
import { makeEmbedAction, revokeEmbedAction } from "./actions";

export const metadata: Metadata = { title: "Embeds" };

async function LoadedEmbeds() {
  const session = await requirePageSession("share");
  const now = new Date();
  const [embeds, { views }] = await Promise.all([listEmbeds(db(), now), listViews(db(), session)]);
  const boards = views.map(({ name, address }) => ({ name, address }));
  const actions = { create: makeEmbedAction, revoke: revokeEmbedAction };
  return <EmbedsView embeds={embeds} boards={boards} now={now.getTime()} actions={actions} />;
}

export default function EmbedsPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedEmbeds />
    </Suspense>
  );
}
