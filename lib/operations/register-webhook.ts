import { putWebhookInOrder } from "@/lib/webhooks/keep-webhook";
import { writeWebhookChoice } from "@/lib/webhooks/webhook-choice";
import { withOwnWebhook } from "./change-webhook";

/** Registers this installation's webhook, or switches it on again. Throws the service's own refusal. */
export async function registerWebhook(): Promise<void> {
  await withOwnWebhook({ action: "registered the webhook" }, async (keeping) => {
    await writeWebhookChoice(keeping.db, { wanted: true });
    await putWebhookInOrder(keeping);
  });
}
