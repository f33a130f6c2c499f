import { LimitReached, runLimited } from "@/lib/platform/limited-process";

/** The reason why a document's text could not be read, as shown to the account. */
export class UnreadableError extends Error {}

const MB = 1_048_576;
/** Limits for reading one PDF. */
const LIMITS = { timeoutMs: 20_000, maxRssBytes: 512 * MB };
const MAX_BYTES_PER_CHARACTER = 4;

const SCRIPT = new URL("./pdf-text.mjs", import.meta.url);

/**
 * Returns the text of a PDF, up to `maxCharacters`. A separate process reads it, and is killed beyond `limits`. Throws
 * UnreadableError.
 */
export async function readPdfText(content: Buffer, maxCharacters: number, limits = LIMITS): Promise<string> {
  try {
    const { code, output } = await runLimited({
      script: SCRIPT,
      args: [String(maxCharacters)],
      input: content,
      threads: 2,
      limits: { ...limits, maxOutputBytes: maxCharacters * MAX_BYTES_PER_CHARACTER },
    });
    if (code === 0) return output.toString("utf8");
  } catch (error) {
    throw error instanceof LimitReached ? new UnreadableError(error.message, { cause: error }) : error;
  }
  throw new UnreadableError("it is no readable PDF");
}
