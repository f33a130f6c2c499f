import type { EventName } from "@/lib/contract/events";
import { editServiceWebhook } from "@/lib/features/webhooks/queries/account-webhooks";
import { requireHeaders, type WantedHeader } from "@/lib/features/webhooks/rules/custom-headers";
import type { TrackingClient } from "@/lib/tracking-client/client";
import {
  hostOf,
  requireAsSeen,
  requireNotOurs,
  requireWebhookUrl,
  withAccountWebhooks,
} from "./change-account-webhook";

/**
 * Changes the address, events and headers of a webhook of another system. Returns the events not available to the
 * account. Throws `changed_meanwhile` when the webhook is not as displayed to the user, `not_allowed` for Drayboard's
 * own webhook, and the error of the service.
 */
export async function editWebhook(asked: {
  id: string;
  seen: string;
  url: string;
  events: readonly EventName[];
  headers: readonly WantedHeader[];
}): Promise<EventName[]> {
  const url = await requireWebhookUrl(asked.url);
  const edit = async (client: TrackingClient) => {
    await requireNotOurs(asked.id);
    const held = await requireAsSeen(client, asked.id, asked.seen);
    const headers = requireHeaders(asked.headers, held.headers);
    const change = { url, events: asked.events, ...(headers && { headers }) };
    return (await editServiceWebhook(client, asked.id, change)).withheld;
  };
  const act = { action: "changed a webhook", id: asked.id, detail: hostOf(url) };
  return withAccountWebhooks(edit, () => act);
}
