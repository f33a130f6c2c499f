import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { PartiesView } from "@/components/parties/parties-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readParties } from "@/lib/features/parties/queries/cached-parties";
import { loadPartyContacts } from "@/lib/features/parties/queries/party-contacts";
import { loadPartyLoads } from "@/lib/features/parties/queries/party-loads";
import { db } from "@/lib/platform/database/client";
import {
  archivePartyAction,
  createPartyAction,
  renamePartyAction,
  restorePartyAction,
  saveContactAction,
} from "./actions";

export const metadata: Metadata = { title: "Parties" };

async function LoadedParties() {
  await requirePageSession("dashboard");
  const readAt = new Date().toISOString();
  const [{ parties }, loads, contacts] = await Promise.all([
    readParties(),
    loadPartyLoads(db()),
    loadPartyContacts(db(), null),
  ]);
  return (
    <PartiesView
      parties={parties.map((party) => ({
        ...party,
        loads: loads.get(party.id) ?? [],
        contact: contacts[party.id],
      }))}
      readAt={readAt}
      createAction={createPartyAction}
      actions={{
        rename: renamePartyAction,
        archive: archivePartyAction,
        restore: restorePartyAction,
        saveContact: saveContactAction,
      }}
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
