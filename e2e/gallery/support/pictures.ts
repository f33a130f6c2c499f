/** A pixel differs if one of its channels differs by more than this (of 255). */
const CHANNEL_TOLERANCE = 24;
/** The number of differing pixels that count as equal: less than a changed letter. */
const PIXEL_TOLERANCE = 12;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

async function pixelsOf(base64: string): Promise<ImageData> {
  const image = await createImageBitmap(new Blob([bytesOf(base64)]));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  if (!context) throw new Error("no canvas in this browser");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

async function encoded(pixels: ImageData): Promise<string> {
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  canvas.getContext("2d")?.putImageData(pixels, 0, 0);
  // A fifth of the size of lossless WebP. The same browser turns equal pixels into equal files, so nothing is lost to the comparison.
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.3 });
  return btoa(
    Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""),
  );
}

/** A picture (base64) as small as it is stored. */
export const asStored = async (base64: string): Promise<string> => encoded(await pixelsOf(base64));

/**
 * Compares two pictures (base64). Returns null if they are equal, otherwise how they differ, with a picture of the
 * differing pixels if both have the same size.
 */
export async function differenceOf(
  before: string,
  after: string,
): Promise<{ text: string; picture: string | null } | null> {
  const [a, b] = [await pixelsOf(before), await pixelsOf(after)];
  if (a.width !== b.width || a.height !== b.height)
    return { text: `${a.width} × ${a.height} px before, ${b.width} × ${b.height} px now`, picture: null };
  const marks = new ImageData(a.width, a.height);
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > CHANNEL_TOLERANCE,
    );
    if (differs) count += 1;
    marks.data.set(differs ? [200, 0, 0, 255] : [255, 255, 255, 255], at);
  }
  if (count <= PIXEL_TOLERANCE) return null;
  return { text: `${count} pixels differ`, picture: await encoded(marks) };
}
