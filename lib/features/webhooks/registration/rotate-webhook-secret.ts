import { withOwnWebhook } from "./change-webhook";
import { rotateWebhookSecret as rotate } from "./registration";

/** Gives this installation's webhook a new secret; the old one is taken until its last delivery could still come. */
export async function rotateWebhookSecret(): Promise<void> {
  await withOwnWebhook({ action: "rotated the webhook’s secret" }, rotate);
}
