import { once } from "node:events";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file of an archive: its name, and its contents in chunks. */
export type ZipFile = { name: string; contents: Iterable<string> | AsyncIterable<string> };

/** Names are UTF-8, and sizes follow the contents. */
const FLAGS = 0x0808;
const VERSION = 20;
const DEFLATE = 8;
/** 1 January 1980, the earliest date in an archive: these files have no date. */
const DAY = 0x0021;

type Written = { name: Buffer; crc: number; packed: number; size: number; at: number };

const FIELDS = { 2: "writeUInt16LE", 4: "writeUInt32LE" } as const;

/** Numbers in sequence, each with its number of bytes. */
function packed(...fields: readonly (readonly [2 | 4, number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes[FIELDS[size]](value, at);
  return bytes;
}

function localHeader(name: Buffer): Buffer {
  const head = packed([4, 0x04034b50], [2, VERSION], [2, FLAGS], [2, DEFLATE], [2, 0], [2, DAY]);
  return Buffer.concat([head, packed([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]), name]);
}

function centralHeader({ name, crc, packed: small, size, at }: Written): Buffer {
  const head = packed(
    [4, 0x02014b50],
    [2, VERSION],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DAY],
  );
  const sizes = packed([4, crc], [4, small], [4, size], [2, name.length], [2, 0], [2, 0]);
  return Buffer.concat([head, sizes, packed([2, 0], [2, 0], [4, 0], [4, at]), name]);
}

/** Compresses one file; memory holds only the output of one chunk. */
async function* deflated(
  contents: ZipFile["contents"],
  count: { crc: number; packed: number; size: number },
): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  const feeding = (async () => {
    for await (const piece of contents) {
      const bytes = Buffer.from(piece);
      count.crc = crc32(bytes, count.crc);
      count.size += bytes.length;
      if (!deflate.write(bytes)) await once(deflate, "drain");
    }
    deflate.end();
  })();
  feeding.catch((error: unknown) =>
    deflate.destroy(error instanceof Error ? error : new Error("no contents")),
  );
  try {
    for await (const chunk of deflate) {
      const bytes = Buffer.from(chunk);
      count.packed += bytes.length;
      yield bytes;
    }
    await feeding;
  } finally {
    deflate.destroy();
  }
}

/** A ZIP archive of files below 4 GB in total, written as a stream. */
export async function* zipOf(files: Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const begun = at;
    const head = localHeader(name);
    yield head;
    const count = { crc: 0, packed: 0, size: 0 };
    yield* deflated(file.contents, count);
    const sizes = packed([4, 0x08074b50], [4, count.crc], [4, count.packed], [4, count.size]);
    yield sizes;
    at += head.length + count.packed + sizes.length;
    written.push({ name, ...count, at: begun });
  }
  const central = Buffer.concat(written.map(centralHeader));
  const entries = written.length;
  yield central;
  yield packed(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries],
    [2, entries],
    [4, central.length],
    [4, at],
    [2, 0],
  );
}
