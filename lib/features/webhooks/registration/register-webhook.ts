import { withOwnWebhook } from "./change-webhook";
import { putWebhookInOrder } from "./registration";
import { writeWebhookChoice } from "./subscribed-events";

/** Registers this installation's webhook, or switches it on again. Throws the service's own refusal. */
export async function registerWebhook(): Promise<void> {
  await withOwnWebhook({ action: "registered the webhook" }, async (keeping) => {
    await writeWebhookChoice(keeping.db, { wanted: true });
    await putWebhookInOrder(keeping);
  });
}
