import sharp, { type Metadata, type Sharp } from "sharp";

/** A picture decodes to 4 bytes a pixel, so this is 160 MB. A page scanned at 600 dpi has 35 million pixels. */
const MAX_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 20;

// Files are untrusted: only the loaders of these formats may run.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Tiff"].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.cache(false);
sharp.concurrency(1);

/** Why a file is not accepted as a picture, in a sentence for the user. */
export class UnreadablePicture extends Error {}

const unreadable = (cause: unknown) =>
  new UnreadablePicture(
    `The file is not a readable picture of at most ${MAX_PIXELS / 1_000_000} million pixels.`,
    { cause },
  );

let last: Promise<unknown> = Promise.resolve();

/** Runs `work` after the earlier pictures of this process, because each can hold 160 MB. */
function afterEarlier<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

/**
 * Returns an untrusted picture as `change` makes it, upright, in the format that `change` selects, without its metadata.
 * Throws UnreadablePicture if the content is not a whole picture of at most 40 million pixels, and what `change` throws.
 */
export function convertPicture(
  content: Buffer,
  change: (upright: Sharp, facts: Metadata) => Sharp,
): Promise<Buffer> {
  return afterEarlier(async () => {
    const options = { limitInputPixels: MAX_PIXELS, failOn: "error" } as const;
    const refuse = (error: unknown) => Promise.reject(unreadable(error));
    const facts = await sharp(content, options).metadata().catch(refuse);
    return change(sharp(content, options).autoOrient(), facts)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer()
      .catch(refuse);
  });
}
