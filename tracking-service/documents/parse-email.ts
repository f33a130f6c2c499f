import PostalMime, { type Email } from "postal-mime";
import { badRequest, unprocessable } from "@/tracking-service/json-api/errors";
import type { File } from "./store-document";

const MAX_ATTACHMENTS = 20;
const MAX_TEXT = 998;

/** The stored parts of a message: addresses, subject, date, the messages it refers to, and attachments. */
export type ParsedEmail = {
  from: string | null;
  toAddresses: string[];
  ccAddresses: string[];
  inReplyTo: string | null;
  referenceIds: string[];
  contentType: string | null;
  subject: string | null;
  messageId: string | null;
  sentAt: Date | null;
  files: File[];
};

/** Removes what the database cannot store and limits the text to the length of a header line. */
const stored = (text: string | undefined) =>
  text === undefined ? null : text.replace(/\0|\p{Surrogate}/gu, "\u{FFFD}").slice(0, MAX_TEXT);

/** More recipients or references are left out. */
const MAX_LISTED = 100;

const listed = (texts: readonly (string | undefined)[]): string[] =>
  texts.flatMap((text) => stored(text) || []).slice(0, MAX_LISTED);

/** The addresses of a header, those of a group one by one. */
const addresses = (sent: Email["to"]): string[] =>
  listed((sent ?? []).flatMap((each) => (each.group ?? [each]).map(({ address }) => address)));

const headerOf = (headers: Email["headers"], name: string) => headers.find(({ key }) => key === name)?.value;

export const fileName = (name: string | null | undefined) =>
  stored(name ?? "")
    ?.replace(/[\\/]/g, "_")
    .trim()
    .slice(-255) || "unnamed";

/** Parses a raw message (RFC 5322) into its stored form. 400 when it is no message, 422 for too many attachments. */
export async function parseEmail(bytes: Buffer): Promise<ParsedEmail> {
  const message = await PostalMime.parse(bytes, { maxNestingDepth: 32, maxHeadersSize: 1_000_000 }).catch(
    (cause: unknown) => {
      throw Object.assign(
        badRequest("Malformed message", "The body is not an e-mail message.", { pointer: "" }),
        { cause },
      );
    },
  );
  if (!message.from) {
    throw badRequest("Malformed message", "The body is not an e-mail message: it has no From header.", {
      pointer: "",
    });
  }
  const attached = message.attachments.filter(({ related }) => !related);
  if (attached.length > MAX_ATTACHMENTS) {
    const detail = `A message has at most ${MAX_ATTACHMENTS} attachments.`;
    throw unprocessable("Too many attachments", detail, { pointer: "" }, "too_long");
  }
  const sent = message.date ? new Date(message.date) : null;
  return {
    from: stored(message.from?.address),
    toAddresses: addresses(message.to),
    ccAddresses: addresses(message.cc),
    inReplyTo: stored(message.inReplyTo),
    referenceIds: listed((message.references ?? "").split(/\s+/)),
    contentType: stored(headerOf(message.headers, "content-type")?.split(";")[0]?.trim().toLowerCase()),
    subject: stored(message.subject),
    messageId: stored(message.messageId),
    sentAt: sent && !Number.isNaN(sent.getTime()) ? sent : null,
    files: attached.map(({ filename, mimeType, content }) => ({
      name: fileName(filename),
      contentType: mimeType.toLowerCase(),
      content:
        typeof content === "string" ? Buffer.from(content, "base64") : Buffer.from(new Uint8Array(content)),
    })),
  };
}
