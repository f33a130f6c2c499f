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
 * Gives a webhook of another system's another address, other events and other headers; answers the events the account may
 * not have.
 * Throws `changed_meanwhile` where it is not as it was seen, `not_allowed` for the dashboard's own, and the service's refusal.
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
