import { sql } from "drizzle-orm";
import { parseDocument } from "@/lib/contract/document-text";
import { SIGNATURE_HEADER } from "@/lib/contract/events";
import { type NotificationDocument, notificationDocumentSchema } from "@/lib/contract/webhook";
import type { Executor } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { INBOX_CHANNEL } from "@/lib/live/channels";
import { isSignatureShaped, isSigned } from "./signature";

/** The largest body taken in, in bytes. */
export const LARGEST_BODY = 1_000_000;

const tooLarge = () => new AppError("too_large", `A notification may have at most ${LARGEST_BODY} bytes.`);
const badSignature = () =>
  new AppError("bad_signature", "The signature does not fit the body and the webhook's secret.");

/**
 * What a request's head alone tells, before its body is read: the signature it carries. Throws AppError `too_large` when
 * it says to be longer than LARGEST_BODY, `bad_signature` when it carries nothing that can be a signature.
 */
export function readHead(headers: Headers): string {
  if (Number(headers.get("content-length") ?? 0) > LARGEST_BODY) throw tooLarge();
  const signature = headers.get(SIGNATURE_HEADER);
  if (!isSignatureShaped(signature)) throw badSignature();
  return signature;
}

/** Reads a request's body whole; throws AppError `too_large` as soon as it is longer than LARGEST_BODY. */
export async function readRawBody(request: Request): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > LARGEST_BODY) {
      await reader.cancel();
      throw tooLarge();
    }
    parts.push(value);
  }
  return Buffer.concat(parts);
}

/** Where the secrets that deliveries may be signed with come from; `anew` looks past what is kept in memory. */
export type SecretSource = { current(): Promise<readonly string[]>; anew(): Promise<readonly string[]> };

/**
 * A delivery's raw body, verified and then read. Throws AppError `bad_signature` before anything is parsed and only
 * after the secrets were read anew, `bad_input` when the body is not a notification.
 */
export async function readDelivery(
  rawBody: Uint8Array,
  signature: string,
  secrets: SecretSource,
): Promise<{ notification: NotificationDocument; text: string }> {
  const signed =
    isSigned(rawBody, signature, await secrets.current()) ||
    isSigned(rawBody, signature, await secrets.anew());
  if (!signed) throw badSignature();
  const text = Buffer.from(rawBody).toString("utf8");
  let body: unknown;
  try {
    body = parseDocument(text);
  } catch {
    throw new AppError("bad_input", "The body is not JSON.");
  }
  const read = notificationDocumentSchema.safeParse(body);
  if (read.success) return { notification: read.data, text };
  const [issue] = read.error.issues;
  throw new AppError(
    "bad_input",
    `The body is not a notification: ${issue?.path.join(".")}: ${issue?.message}`,
  );
}

/** Notes a notification durably: one committed insert, keyed by its id. A duplicate changes nothing. */
export async function noteInInbox(
  executor: Executor,
  notification: NotificationDocument,
  text: string,
): Promise<void> {
  // A NUL or half a surrogate pair can stand in the text only as an escape, which the database keeps as it is.
  await executor.execute(sql`
    with noted as (
      insert into inbox (notification_id, event, body, created_at)
      values (${notification.data.id}, ${notification.data.attributes.event}, ${text},
        ${new Date(notification.data.attributes.created_at)})
      on conflict (notification_id) do nothing
      returning notification_id
    )
    select pg_notify(${INBOX_CHANNEL}, '') from noted`);
}
