import { withOwnWebhook } from "./change-webhook";
import { putWebhookInOrder } from "./registration";
import { writeWebhookChoice } from "./subscribed-events";

/** Registers the webhook of this installation or reactivates it. Throws the error of the service. */
export async function registerWebhook(): Promise<void> {
  await withOwnWebhook({ action: "registered the webhook" }, async (keeping) => {
    await writeWebhookChoice(keeping.db, { wanted: true });
    await putWebhookInOrder(keeping);
  });
}
