import { createHmac } from "node:crypto";

/** Hex HMAC-SHA256 of a delivery's exact text under the webhook's secret (supplement.md, Webhook deliveries). */
export function signature(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
