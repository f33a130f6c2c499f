import { removeServiceWebhook } from "@/lib/features/webhooks/queries/account-webhooks";
import { requireAsSeen, requireNotOurs, withAccountWebhooks } from "./change-account-webhook";

/**
 * Deletes another system's webhook, with what waits to be delivered to it. Throws `changed_meanwhile` where it is not as it
 * was seen, `not_allowed` for the dashboard's own, and the service's refusal.
 */
export async function deleteWebhook(id: string, seen: string): Promise<void> {
  await withAccountWebhooks(
    async (client) => {
      await requireNotOurs(id);
      await requireAsSeen(client, id, seen);
      await removeServiceWebhook(client, id);
    },
    () => ({ action: "deleted a webhook", id }),
  );
}
