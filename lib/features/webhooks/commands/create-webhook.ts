import type { EventName } from "@/lib/contract/events";
import { createServiceWebhook, listServiceWebhooks } from "@/lib/features/webhooks/queries/account-webhooks";
import { requireHeaders, type WantedHeader } from "@/lib/features/webhooks/rules/custom-headers";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { hostOf, requireWebhookUrl, withAccountWebhooks } from "./change-account-webhook";

/**
 * Registers a webhook of another system at the service. `secret` signs its deliveries: it is returned here and not
 * stored. `withheld` contains the events not available to the account. Throws `bad_input` for an address that cannot
 * receive deliveries and for invalid headers, and the error of the service.
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
