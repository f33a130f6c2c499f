import type { Metadata } from "next";
import { Suspense } from "react";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { EmbedsView } from "@/components/share/embeds-view";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { listViews } from "@/lib/desk-work/views";
import { listEmbeds } from "@/lib/share/embeds";
import { makeEmbedAction, revokeEmbedAction } from "./actions";

export const metadata: Metadata = { title: "Embeds" };

async function LoadedEmbeds() {
  const session = await requirePageSession("share");
  const now = new Date();
  const [embeds, { views }] = await Promise.all([listEmbeds(db(), now), listViews(db(), session)]);
  const boards = views.map(({ name, address }) => ({ name, address }));
  const actions = { make: makeEmbedAction, revoke: revokeEmbedAction };
  return <EmbedsView embeds={embeds} boards={boards} now={now.getTime()} actions={actions} />;
}

export default function EmbedsPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedEmbeds />
    </Suspense>
  );
}
