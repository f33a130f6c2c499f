import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";

/** A file of an archive: its name, and its contents in chunks. */
export type ZipFile = { name: string; contents: Iterable<string> | AsyncIterable<string> };

const DEFLATE = 8;

/** The contents as bytes. Their checksum and length are counted in `file`. */
async function* countedBytes(contents: ZipFile["contents"], file: ZipInputFile): AsyncGenerator<Buffer> {
  for await (const piece of contents) {
    const bytes = Buffer.from(piece);
    file.crc = crc32(bytes, file.crc);
    file.size += bytes.length;
    yield bytes;
  }
}

/**
 * A ZIP archive of files below 4 GB in total, written as a stream. Node's zlib compresses in its own threads: fflate
 * would block the process for 15 ms for each 500 rows of a sheet.
 */
export async function* zipOf(files: Iterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  for (const { name, contents } of files) {
    const file: ZipInputFile = { filename: name, compression: DEFLATE, crc: 0, size: 0 };
    zip.add(file);
    const source = Readable.from(countedBytes(contents, file));
    // An error of the source is thrown by the loop. Leaving the loop ends the source.
    for await (const chunk of pipeline(source, createDeflateRaw(), () => undefined)) {
      file.ondata?.(null, chunk, false);
      yield* ready.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
  }
  zip.end();
  yield* ready;
}
