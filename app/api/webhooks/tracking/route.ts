import { errorResponse } from "@/app/api/_http/responses";
import { clientAddress } from "@/lib/auth/throttling/client-address";
import { readArrival } from "@/lib/ingest/delivery";
import { InboxWriter } from "@/lib/ingest/inbox";
import { readHead, readRawBody, requireSigned } from "@/lib/ingest/receive";
import { findTest, takeTestDelivery } from "@/lib/ingest/sample-delivery";
import {
  findDeliveryAddresses,
  noteRefusedSource,
  requireKnownSource,
  sourceCheck,
} from "@/lib/ingest/sender-addresses";
import { config } from "@/lib/platform/config/config";
import { db, openDatabase } from "@/lib/platform/database/client";
import { sharedReading } from "@/lib/platform/single-flight";
import { listDeliverySecrets } from "@/lib/tracking-client/registered-webhook";

const SECRETS_KEPT_MS = 5_000;
/** The sender waits for the response. A database that takes longer is reported as unreachable. */
const COMMIT_WITHIN_MS = 4_000;
/** Short, because the service sends nothing until then and a restarted database is usually available again soon. */
const RETRY_AFTER_S = 1;

const secrets = sharedReading(SECRETS_KEPT_MS, async (): Promise<readonly string[]> => {
  const { webhookSecret } = config();
  if (webhookSecret !== null) return [webhookSecret];
  return listDeliverySecrets(db());
});

/**
 * The requested sample, read again for each possible match. Concurrent deliveries with a wrong signature share one
 * read.
 */
const test = sharedReading(0, () => findTest(db()));

const ADDRESSES_KEPT_MS = 60_000;
const source = {
  list: sharedReading(ADDRESSES_KEPT_MS, () => findDeliveryAddresses(db())).current,
  refused: () => void noteRefusedSource(db()).catch(() => {}),
};

async function checkSource(headers: Headers): Promise<void> {
  const settings = config();
  const check = sourceCheck(settings);
  if (check === "client") await requireKnownSource(clientAddress(headers, settings), source);
  if (check === "header") await requireKnownSource(headers.get(settings.trustedProxyHeader ?? ""), source);
}

let writer: InboxWriter | null = null;

/** A separate connection, so that page queries cannot delay deliveries. */
function inbox(): InboxWriter {
  writer ??= new InboxWriter(
    openDatabase(config().databaseUrl, { max: 1, responseTimeoutMs: COMMIT_WITHIN_MS }).pool,
  );
  return writer;
}

const isTest = async (rawBody: Uint8Array, signature: string) =>
  takeTestDelivery(db(), await test.reload(), { rawBody, signature });

/**
 * Whether the delivery must be ingested. False for the sample that a user requested, of which only the arrival is
 * recorded.
 */
async function isDelivery(rawBody: Uint8Array, signature: string): Promise<boolean> {
  try {
    await requireSigned(rawBody, signature, secrets);
    return true;
  } catch (error) {
    if (await isTest(rawBody, signature).catch(() => false)) return false;
    throw error;
  }
}

/**
 * Receives a delivery: checks the signature of the raw bytes, commits one insert and responds 202. Responds 403 to an
 * address that the service does not list, if that check is enabled. Responds 401 to a missing or wrong signature, 400
 * if the body is not a notification, and 413 over 1 MB. Responds 503 with Retry-After if the delivery could not be
 * stored, so that the service retries.
 */
export async function POST(request: Request): Promise<Response> {
  try {
    await checkSource(request.headers);
    const signature = readHead(request.headers);
    const rawBody = await readRawBody(request);
    if (await isDelivery(rawBody, signature)) await inbox().note(readArrival(rawBody, request.headers));
    return new Response(null, { status: 202 });
  } catch (error) {
    return errorResponse(error, RETRY_AFTER_S);
  }
}
