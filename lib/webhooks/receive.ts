import { sql } from "drizzle-orm";
import { parseDocument } from "@/lib/contract/document-text";
import { type NotificationDocument, notificationDocumentSchema } from "@/lib/contract/webhook";
import type { Executor } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { INBOX_CHANNEL } from "@/lib/live/channels";
import { isSigned } from "./signature";

/** The largest body taken in, in bytes. */
export const LARGEST_BODY = 1_000_000;

/** Reads a request's body whole; throws AppError `too_large` as soon as it is longer than LARGEST_BODY. */
export async function readRawBody(request: Request): Promise<Uint8Array> {
  const tooLarge = new AppError("too_large", `A notification may have at most ${LARGEST_BODY} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > LARGEST_BODY) throw tooLarge;
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > LARGEST_BODY) {
      await reader.cancel();
      throw tooLarge;
    }
    parts.push(value);
  }
  return Buffer.concat(parts);
}

/**
 * A delivery's raw body, verified and then read. Throws AppError `bad_signature` before anything is parsed,
 * `bad_input` when the body is not a notification.
 */
export function readDelivery(
  rawBody: Uint8Array,
  signature: string | null,
  secrets: readonly string[],
): { notification: NotificationDocument; text: string } {
  if (!isSigned(rawBody, signature, secrets))
    throw new AppError("bad_signature", "The signature does not fit the body and the webhook's secret.");
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
