import { createHmac } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { expect } from "@/e2e/support/signed-in-page";
import { ownSecret } from "./own-secret";
import { requireSystem } from "./running-system";

/** Sends a webhook delivery signed with the secret of the dashboard's own webhook, and expects that it is accepted. */
export async function deliver(request: APIRequestContext, body: string | Buffer): Promise<void> {
  const signature = createHmac("sha256", await ownSecret())
    .update(body)
    .digest("hex");
  const response = await request.post(`${requireSystem().url}/api/webhooks/tracking`, {
    headers: { "X-T49-Webhook-Signature": signature, "Content-Type": "application/vnd.api+json" },
    data: Buffer.from(body),
  });
  expect(response.status()).toBe(202);
}
