import type { EventName } from "@/lib/contract/events";
import { createServiceWebhook, listServiceWebhooks } from "@/lib/webhooks/service-webhooks";
import { requireWebhookUrl, withAccountWebhooks } from "./change-account-webhook";

/**
 * Registers a webhook of another system's at the service. `secret` is what its deliveries are signed with: it is told
 * here and kept nowhere; `withheld` are the events the account may not have. Throws `bad_input` for an address nothing
 * is delivered to, and the service's own refusal.
 */
export async function createWebhook(asked: { url: string; events: readonly EventName[] }): Promise<{
  id: string;
  secret: string;
  withheld: EventName[];
}> {
  const url = requireWebhookUrl(asked.url);
  return withAccountWebhooks(async (client) => {
    const known = (await listServiceWebhooks(client)).map(({ id }) => id);
    const { webhook, withheld } = await createServiceWebhook(client, { url, events: asked.events, known });
    return { id: webhook.id, secret: webhook.secret, withheld };
  });
}
