import type { Metadata } from "next";
import { Suspense } from "react";
import { EvidenceView } from "@/components/connection/inbox/delivery-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { findEvidence } from "@/lib/ingest/archive";
import { db } from "@/lib/platform/database/client";

export const metadata: Metadata = { title: "Delivery" };

type Props = { params: Promise<{ id: string }> };

async function LoadedEvidence({ params }: Props) {
  await requirePageSession("desk");
  const id = decodeURIComponent((await params).id);
  const found = await findEvidence(db(), id);
  return (
    <EvidenceView
      evidence={
        found && { ...found, receivedAt: found.receivedAt.toISOString(), body: found.body.toString("utf8") }
      }
    />
  );
}

export default function EvidencePage(props: Props) {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedEvidence {...props} />
    </Suspense>
  );
}
