import { editServiceWebhook } from "@/lib/features/webhooks/queries/account-webhooks";
import { requireNotOurs, withAccountWebhooks } from "./change-account-webhook";

/**
 * Has the service deliver nothing to another system's webhook (`active` false), or deliver to it again. Throws
 * `not_allowed` for the dashboard's own, and the service's refusal.
 */
export async function pauseWebhook(id: string, active: boolean): Promise<void> {
  const action = active ? "resumed a webhook" : "paused a webhook";
  await withAccountWebhooks(
    async (client) => {
      await requireNotOurs(id);
      await editServiceWebhook(client, id, { active });
    },
    () => ({ action, id }),
  );
}
