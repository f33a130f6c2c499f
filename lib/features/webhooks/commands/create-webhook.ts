import type { EventName } from "@/lib/contract/events";
import { createServiceWebhook, listServiceWebhooks } from "@/lib/features/webhooks/queries/account-webhooks";
import { requireHeaders, type WantedHeader } from "@/lib/features/webhooks/rules/custom-headers";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { hostOf, requireWebhookUrl, withAccountWebhooks } from "./change-account-webhook";

/**
 * Registers a webhook of another system's at the service. `secret` is what its deliveries are signed with: it is reported
 * here and kept nowhere; `withheld` are the events the account may not have. Throws `bad_input` for an address nothing
 * is delivered to and for headers that cannot be sent, and the service's own refusal.
 */
export async function createWebhook(asked: {
  url: string;
  events: readonly EventName[];
  headers: readonly WantedHeader[];
}): Promise<{
  id: string;
  secret: string;
  withheld: EventName[];
}> {
  const url = await requireWebhookUrl(asked.url);
  const headers = requireHeaders(asked.headers, []);
  const create = async (client: TrackingClient) => {
    const known = (await listServiceWebhooks(client)).map(({ id }) => id);
    const { webhook, withheld } = await createServiceWebhook(client, {
      url,
      events: asked.events,
      headers,
      known,
    });
    return { id: webhook.id, secret: webhook.secret, withheld };
  };
  return withAccountWebhooks(create, ({ id }) => ({
    action: "registered a webhook",
    id,
    detail: hostOf(url),
  }));
}
