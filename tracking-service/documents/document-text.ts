import { readPdfText, UnreadableError } from "./pdf-reader";

/** Text after this many characters is ignored. Reference numbers are on the first pages. */
const MAX_TEXT = 1_000_000;

const TEXT_TYPES = /^(text\/|message\/rfc822$|application\/(json|xml|csv)$)/;

/**
 * Extracts the text of a document. Empty when the file has none, such as a scan. Throws UnreadableError with the
 * reason.
 */
export async function documentText(content: Buffer, contentType: string): Promise<string> {
  const isPdf = contentType === "application/pdf" || content.subarray(0, 5).toString("latin1") === "%PDF-";
  if (!isPdf && !TEXT_TYPES.test(contentType)) {
    throw new UnreadableError(`text of ${contentType} is not read`);
  }
  const text = isPdf ? await readPdfText(content, MAX_TEXT) : content.subarray(0, MAX_TEXT).toString("utf8");
  return text.slice(0, MAX_TEXT).trim();
}
