import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { PartiesView } from "@/components/parties/parties-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readParties } from "@/lib/features/parties/queries/cached-parties";
import { loadPartyLoads } from "@/lib/features/parties/queries/party-loads";
import { db } from "@/lib/platform/database/client";
import { createPartyAction, renamePartyAction } from "./actions";

export const metadata: Metadata = { title: "Parties" };

async function LoadedParties() {
  await requirePageSession("dashboard");
  const readAt = new Date().toISOString();
  const [{ parties }, loads] = await Promise.all([readParties(), loadPartyLoads(db())]);
  return (
    <PartiesView
      parties={parties.map((party) => ({ ...party, loads: loads.get(party.id) ?? [] }))}
      readAt={readAt}
      createAction={createPartyAction}
      renameAction={renamePartyAction}
    />
  );
}

export default function PartiesPage() {
  return (
    <Suspense fallback={<PageSkeleton title="Parties" />}>
      <UserDisplay>
        <LoadedParties />
      </UserDisplay>
    </Suspense>
  );
}
