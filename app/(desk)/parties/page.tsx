import type { Metadata } from "next";
import { Suspense } from "react";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { PartiesView } from "@/components/parties/parties-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { readParties } from "@/lib/mirror/cached/reads";
import { loadPartyLoads } from "@/lib/mirror/party-loads";
import { createPartyAction, renamePartyAction } from "./actions";

export const metadata: Metadata = { title: "Parties" };

async function LoadedParties() {
  await requirePageSession("desk");
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
      <PersonDisplay>
        <LoadedParties />
      </PersonDisplay>
    </Suspense>
  );
}
