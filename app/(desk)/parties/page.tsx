import type { Metadata } from "next";
import { Suspense } from "react";
import { PartiesView } from "@/components/parties/parties-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/session";
import { readParties } from "@/lib/mirror/cached/reads";
import { createPartyAction } from "./actions";

export const metadata: Metadata = { title: "Parties" };

async function LoadedParties() {
  await requirePageSession();
  return <PartiesView {...(await readParties())} createAction={createPartyAction} />;
}

export default function PartiesPage() {
  return (
    <Suspense fallback={<PageSkeleton title="Parties" />}>
      <LoadedParties />
    </Suspense>
  );
}
