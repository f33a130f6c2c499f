import { join } from "node:path";
import { LimitReached, runLimited } from "@/lib/platform/limited-process";

const MB = 1_048_576;
/** A page scanned at 600 dpi has 35 million pixels. */
const MAX_PIXELS = 40_000_000;
/** A row is decoded whole, so a picture of one long row can need gigabytes. */
const MAX_SIDE = 12_000;
/** What a picture may need decoded: 8 bytes a pixel for 40 million, with 16 bits a channel or interlaced. */
const MAX_DECODED_BYTES = 320_000_000;
const TIMEOUT_MS = 20_000;
const LIMITS = { maxRssBytes: 768 * MB, maxOutputBytes: 192 * MB };

/** Decodes a picture in a process of its own. It is read by its path in the program's folder. */
export const PICTURE_SCRIPT = join("lib", "platform", "pictures", "decode-picture.mjs");

/** Why a file is not accepted as a picture, in a sentence for the user. */
export class UnreadablePicture extends Error {}

const UNREADABLE = `The file is not a readable picture of at most ${MAX_PIXELS / 1_000_000} million pixels and ${MAX_SIDE.toLocaleString("en-US")} pixels a side.`;
const TOO_DETAILED =
  "The picture needs too much memory or time. Save it smaller, with 8 bits a channel and not interlaced.";
/** The exit codes of decode-picture.mjs. Any other is an error of ours. */
const REFUSALS: Readonly<Record<number, string>> = {
  2: UNREADABLE,
  4: "Only JPEG, PNG, WebP, GIF and TIFF pictures can be rotated.",
  5: "A picture with several pages cannot be rotated.",
  6: TOO_DETAILED,
};

/** What is made of a picture. */
export type PictureChange = {
  /** The maximum size, in pixels. */
  fit?: { width: number; height: number };
  /** The color behind transparent parts. */
  background?: string;
  /** Degrees clockwise. */
  turn?: number;
  /** The format. "same": its own, for a picture of one page. */
  to: "jpeg" | "png" | "same";
  /** Options of the format, of sharp. */
  options?: { quality?: number; compressionLevel?: number };
};

let last: Promise<unknown> = Promise.resolve();

/** Runs `work` after the earlier pictures of this process, because each can need hundreds of megabytes. */
function afterEarlier<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

/**
 * Returns an untrusted picture as `change` makes it, upright, without its metadata. A separate process decodes it, one
 * picture at a time. Throws UnreadablePicture if the content is not a whole picture within the limits.
 */
export function convertPicture(
  content: Buffer,
  change: PictureChange,
  timeoutMs = TIMEOUT_MS,
): Promise<Buffer> {
  const limited = { ...change, maxPixels: MAX_PIXELS, maxSide: MAX_SIDE, maxBytes: MAX_DECODED_BYTES };
  return afterEarlier(async () => {
    const { code, output, notes } = await runLimited({
      script: join(/* turbopackIgnore: true */ process.cwd(), PICTURE_SCRIPT),
      args: [JSON.stringify(limited)],
      input: content,
      threads: 1,
      limits: { ...LIMITS, timeoutMs },
    }).catch((error: unknown) => {
      throw error instanceof LimitReached ? new UnreadablePicture(TOO_DETAILED, { cause: error }) : error;
    });
    if (code === 0) return output;
    const refusal = code === null ? undefined : REFUSALS[code];
    if (refusal === undefined)
      throw new Error(`The process that decodes pictures ended with ${code}: ${notes}`);
    throw new UnreadablePicture(refusal);
  });
}
