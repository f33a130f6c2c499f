import type { Metadata } from "next";
import { Suspense } from "react";
import { WebhookArchiveView } from "@/components/connection/inbox/delivery-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { findWebhookArchive } from "@/lib/ingest/archive";
import { db } from "@/lib/platform/database/client";

export const metadata: Metadata = { title: "Delivery" };

type Props = { params: Promise<{ id: string }> };

async function LoadedWebhookArchive({ params }: Props) {
  await requirePageSession("dashboard");
  const id = decodeURIComponent((await params).id);
  const found = await findWebhookArchive(db(), id);
  return (
    <WebhookArchiveView
      webhookArchive={
        found && { ...found, receivedAt: found.receivedAt.toISOString(), body: found.body.toString("utf8") }
      }
    />
  );
}

export default function WebhookArchivePage(props: Props) {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedWebhookArchive {...props} />
    </Suspense>
  );
}
