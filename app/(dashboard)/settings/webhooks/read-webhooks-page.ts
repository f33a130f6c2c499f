import { readViewerLocale } from "@/app/(dashboard)/_layout/user-preferences";
import {
  DELIVERIES_A_PAGE,
  type DeliveryPage,
  type ReceivedFilter,
  type WebhookKind,
  type WebhooksData,
} from "@/components/webhooks/webhooks-data";
import { listReceived } from "@/lib/features/webhooks/queries/received-deliveries";
import { findWebhookList, seenOf } from "@/lib/features/webhooks/queries/stored-webhooks";
import { readOwnWebhook } from "@/lib/features/webhooks/registration/registration";
import { webhookAddress } from "@/lib/features/webhooks/rules/callback-url";
import { findDeliveryAddresses } from "@/lib/ingest/sender-addresses";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { receivedRow } from "./delivery-rows";

/** A page of the received deliveries, latest first. The caller checks the session. */
export async function readReceived(requested: {
  state: ReceivedFilter;
  offset: number;
}): Promise<DeliveryPage> {
  const reader = { now: new Date(), locale: await readViewerLocale() };
  const { total, deliveries } = await listReceived(db(), { ...requested, limit: DELIVERIES_A_PAGE });
  return {
    readAt: reader.now.toISOString(),
    offset: requested.offset,
    total,
    rows: deliveries.map((delivery) => receivedRow(delivery, reader)),
  };
}

/** The data of Settings → Webhooks. Contains no secret and sends no request to the service. */
export async function readWebhooksPage(): Promise<WebhooksData> {
  const [list, { own, retired }, addresses, received] = await Promise.all([
    findWebhookList(db()),
    readOwnWebhook(db()),
    findDeliveryAddresses(db()),
    readReceived({ state: "any", offset: 0 }),
  ]);
  const settings = config();
  const here = webhookAddress(settings);
  const kindOf = ({ id, url }: { id: string; url: string }): WebhookKind => {
    if (id === own?.id) return "own";
    if (retired.some((one) => one.id === id)) return "replaced";
    if (url !== here) return "other";
    return settings.webhookSecret === null ? "stray" : "by_hand";
  };
  return {
    readAt: new Date().toISOString(),
    listReadAt: list?.readAt ?? null,
    webhooks: (list?.webhooks ?? []).map((webhook) => ({
      ...webhook,
      kind: kindOf(webhook),
      seen: seenOf(webhook),
    })),
    addresses: addresses && { addresses: addresses.addresses, fetchedAt: addresses.fetchedAt },
    received,
  };
}
