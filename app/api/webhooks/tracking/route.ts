import { errorAnswer } from "@/app/api/answers";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import { sharedReading } from "@/lib/live/shared-reading";
import { findOwnWebhook } from "@/lib/webhooks/own-webhook";
import { noteInInbox, readDelivery, readHead, readRawBody } from "@/lib/webhooks/receive";

const SECRETS_KEPT_MS = 5_000;

const secrets = sharedReading(SECRETS_KEPT_MS, async (): Promise<readonly string[]> => {
  const { webhookSecret } = config();
  if (webhookSecret !== null) return [webhookSecret];
  const own = await findOwnWebhook(db());
  return own ? [own.secret] : [];
});

/**
 * Takes a delivery: signature on the raw bytes, one committed insert, 202. 401 unsigned or wrongly signed, 400 not a
 * notification, 413 over 1 MB, 503 with Retry-After when it could not be noted, so that the service tries again.
 */
export async function POST(request: Request): Promise<Response> {
  try {
    const signature = readHead(request.headers);
    const rawBody = await readRawBody(request);
    const { notification, text } = await readDelivery(rawBody, signature, secrets);
    await noteInInbox(db(), notification, text);
    return new Response(null, { status: 202 });
  } catch (error) {
    return errorAnswer(error);
  }
}
