import type { EventName } from "@/lib/contract/events";
import { editServiceWebhook } from "@/lib/webhooks/service-webhooks";
import {
  requireAsSeen,
  requireNotOurs,
  requireWebhookUrl,
  withAccountWebhooks,
} from "./change-account-webhook";

/**
 * Gives a webhook of another system's another address and other events; answers the events the account may not have.
 * Throws `changed_meanwhile` where it is not as it was seen, `not_allowed` for the desk's own, and the service's refusal.
 */
export async function editWebhook(asked: {
  id: string;
  seen: string;
  url: string;
  events: readonly EventName[];
}): Promise<EventName[]> {
  const url = requireWebhookUrl(asked.url);
  return withAccountWebhooks(async (client) => {
    await requireNotOurs(asked.id);
    await requireAsSeen(client, asked.id, asked.seen);
    return (await editServiceWebhook(client, asked.id, { url, events: asked.events })).withheld;
  });
}
