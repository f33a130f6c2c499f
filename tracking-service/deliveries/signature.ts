import { createHmac } from "node:crypto";

/**
 * Computes the hex HMAC-SHA256 of a delivery's exact text with the webhook's secret (supplement.md, Webhook
 * deliveries).
 */
export function signature(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
