import type { Metadata } from "next";
import { Suspense } from "react";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { WebhooksView } from "@/components/webhooks/webhooks-view";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import {
  createWebhookAction,
  deleteWebhookAction,
  editWebhookAction,
  pauseWebhookAction,
  readAddressesAction,
  readWebhooksAction,
} from "./actions";
import { listReceivedAction, readLogAction, sendTestAction } from "./delivery-actions";
import { readWebhooksPage } from "./read-webhooks-page";

export const metadata: Metadata = { title: "Webhooks" };

async function LoadedWebhooks() {
  await requirePageSession("administer");
  return (
    <WebhooksView
      initial={await readWebhooksPage()}
      actions={{
        create: createWebhookAction,
        edit: editWebhookAction,
        pause: pauseWebhookAction,
        remove: deleteWebhookAction,
        readList: readWebhooksAction,
        readAddresses: readAddressesAction,
        test: sendTestAction,
        readLog: readLogAction,
        listReceived: listReceivedAction,
      }}
    />
  );
}

export default function WebhooksPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedWebhooks />
    </Suspense>
  );
}
