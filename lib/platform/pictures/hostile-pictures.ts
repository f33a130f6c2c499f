import { once } from "node:events";
import { crc32, createDeflate } from "node:zlib";
import sharp from "sharp";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const ZEROS = Buffer.alloc(1_048_576);
/** The channels of each color type of a PNG. */
const CHANNELS = { 0: 1, 2: 3, 6: 4 } as const;
/** The passes of an interlaced PNG: first column and row, and the steps between them. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

type Png = {
  width: number;
  height: number;
  depth?: 8 | 16;
  color?: keyof typeof CHANNELS;
  interlaced?: boolean;
  /** Only the header says how large it is. */
  empty?: boolean;
};

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** The number of bytes of the rows, each with its filter. */
function rowBytes({ width, height, depth = 8, color = 6, interlaced = false }: Png): number {
  const passes = interlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  return passes.reduce((sum, [left, top, right, down]) => {
    const columns = Math.ceil((width - left) / right);
    const rows = Math.ceil((height - top) / down);
    return columns > 0 && rows > 0 ? sum + rows * (1 + (columns * depth * CHANNELS[color]) / 8) : sum;
  }, 0);
}

async function deflated(size: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 1 });
  const parts: Buffer[] = [];
  deflate.on("data", (part: Buffer) => parts.push(part));
  for (let left = size; left > 0; left -= ZEROS.length)
    if (!deflate.write(ZEROS.subarray(0, Math.min(left, ZEROS.length)))) await once(deflate, "drain");
  deflate.end();
  await once(deflate, "end");
  return Buffer.concat(parts);
}

/** A black PNG of any size, made without holding it: a few KB for each MB that it decodes to. */
export async function plainPng(png: Png): Promise<Buffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(png.width, 0);
  head.writeUInt32BE(png.height, 4);
  head.set([png.depth ?? 8, png.color ?? 6, 0, 0, png.interlaced ? 1 : 0], 8);
  const rows = await deflated(png.empty ? 0 : rowBytes(png));
  return Buffer.concat([SIGNATURE, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** A picture of one color. */
export const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 120, b: 40 } } });

/** An animation of many pages in one file. */
export async function animation(pages: number, side: number, format: "gif" | "webp"): Promise<Buffer> {
  const page = (at: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: { r: at % 256, g: 9, b: 9 } } })
      .png()
      .toBuffer();
  const joined = await Promise.all(Array.from({ length: pages }, (_, at) => page(at)));
  return sharp(joined, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}
