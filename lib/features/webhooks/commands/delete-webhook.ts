import { removeServiceWebhook } from "@/lib/features/webhooks/queries/account-webhooks";
import { requireAsSeen, requireNotOurs, withAccountWebhooks } from "./change-account-webhook";

/**
 * Deletes a webhook of another system with its waiting deliveries. Throws `changed_meanwhile` when it is not as
 * displayed to the user, `not_allowed` for Drayboard's own webhook, and the error of the service.
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
