import { rotateWebhookSecret as rotate } from "@/lib/webhooks/keep-webhook";
import { withOwnWebhook } from "./change-webhook";

/** Gives this installation's webhook a new secret; the old one is taken until its last delivery could still come. */
export async function rotateWebhookSecret(): Promise<void> {
  await withOwnWebhook({ action: "gave the webhook a new secret" }, rotate);
}
