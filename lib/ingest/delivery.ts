import { parseDocument } from "@/lib/contract/storable-text";
import { notificationHeadSchema } from "@/lib/contract/webhook";
import { AppError } from "@/lib/platform/errors";
import { subjectOf } from "./subject-key";

/** A verified delivery as the inbox stores it: its raw bytes, its headers and the fields of its envelope. */
export type Arrival = {
  id: string;
  event: string;
  createdAt: Date;
  /**
   * The subject of the notification. Notifications of one subject are processed one after another. Null when it has no
   * subject.
   */
  subject: string | null;
  headers: Record<string, string>;
  body: Uint8Array;
};

/** Headers that carry credentials, and those that the dashboard adds to a request for itself. */
const SECRET_HEADERS = ["authorization", "proxy-authorization", "cookie"];
const OWN_HEADERS = /^x-(?:peer|middleware|invoke)-/;

/** The headers of a delivery that are stored and shown. */
export function keptHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  const isKept = ([name]: [string, string]) => !SECRET_HEADERS.includes(name) && !OWN_HEADERS.test(name);
  return Object.fromEntries([...headers].filter(isKept));
}

/**
 * Parses the part of a delivery that the inbox needs. Throws AppError `bad_input` when it is not a notification.
 * Included records are parsed during processing.
 */
export function readArrival(body: Uint8Array, headers: Headers): Arrival {
  let document: unknown;
  try {
    document = parseDocument(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"));
  } catch {
    throw new AppError("bad_input", "The body is not JSON.");
  }
  const read = notificationHeadSchema.safeParse(document);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new AppError(
      "bad_input",
      `The body is not a notification: ${issue?.path.join(".")}: ${issue?.message}`,
    );
  }
  const { id, attributes } = read.data.data;
  return {
    id,
    event: attributes.event,
    createdAt: attributes.created_at === null ? new Date() : new Date(attributes.created_at),
    subject: subjectOf(document),
    headers: keptHeaders(headers.entries()),
    body,
  };
}
