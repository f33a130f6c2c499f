import { withOwnWebhook } from "./change-webhook";
import { rotateWebhookSecret as rotate } from "./registration";

/** Rotates the secret of this installation's webhook. The old secret is accepted until its last possible delivery. */
export async function rotateWebhookSecret(): Promise<void> {
  await withOwnWebhook({ action: "rotated the webhook’s secret" }, rotate);
}
