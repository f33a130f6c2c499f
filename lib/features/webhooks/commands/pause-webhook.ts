import { editServiceWebhook } from "@/lib/features/webhooks/queries/account-webhooks";
import { requireNotOurs, withAccountWebhooks } from "./change-account-webhook";

/**
 * Pauses deliveries to a webhook of another system (`active` false) or resumes them. Throws `not_allowed` for
 * Drayboard's own webhook, and the error of the service.
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
