import { errorAnswer } from "@/app/api/_http/responses";
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
/** Who sends waits for the answer; a database that takes longer is notified of as one that cannot be reached. */
const COMMIT_WITHIN_MS = 4_000;
/** Short: the service sends nothing at all until then, and a database that was started anew is back in a moment. */
const RETRY_AFTER_S = 1;

const secrets = sharedReading(SECRETS_KEPT_MS, async (): Promise<readonly string[]> => {
  const { webhookSecret } = config();
  if (webhookSecret !== null) return [webhookSecret];
  return listDeliverySecrets(db());
});

/** The sample asked for, read anew for each that may be it; wrongly signed ones that come together share the reading. */
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

/** A connection of its own: no page's queries stand before a delivery. */
function inbox(): InboxWriter {
  writer ??= new InboxWriter(
    openDatabase(config().databaseUrl, { max: 1, answerWithinMs: COMMIT_WITHIN_MS }).pool,
  );
  return writer;
}

const isTest = async (rawBody: Uint8Array, signature: string) =>
  takeTestDelivery(db(), await test.anew(), { rawBody, signature });

/** Whether it is a delivery to take in; false for the sample a person asked for, which only shows that it came. */
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
 * Takes a delivery: signature on the raw bytes, one committed insert, 202. 403 from an address the service does not list,
 * where that is looked at; 401 unsigned or wrongly signed; 400 not a notification; 413 over 1 MB; 503 with Retry-After
 * when it could not be noted, so that the service tries again.
 */
export async function POST(request: Request): Promise<Response> {
  try {
    await checkSource(request.headers);
    const signature = readHead(request.headers);
    const rawBody = await readRawBody(request);
    if (await isDelivery(rawBody, signature)) await inbox().note(readArrival(rawBody, request.headers));
    return new Response(null, { status: 202 });
  } catch (error) {
    return errorAnswer(error, RETRY_AFTER_S);
  }
}
