import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { partsOf, requireSize } from "./read-body";

/** A file without a name: the system removes it when it is closed, also when the process ends. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `drayboard-body-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

async function readAll(file: FileHandle, bytes: number): Promise<Buffer> {
  const content = Buffer.alloc(bytes);
  await file.read(content, 0, bytes, 0);
  return content;
}

/**
 * Receives the whole body of a request into a temporary file, then calls `use` with a function that reads it into memory.
 * For bodies of clients without a session, of which a limited number may be in memory: a slow one waits on the disk
 * and takes no place from others. Throws what `readBody` throws.
 */
export async function withStoredBody<T>(
  request: Request,
  maxBytes: number,
  use: (read: () => Promise<Buffer>) => Promise<T>,
): Promise<T> {
  requireSize(Number(request.headers.get("content-length") ?? 0), maxBytes);
  const file = await openNameless();
  try {
    let bytes = 0;
    for await (const part of partsOf(request)) {
      bytes += part.byteLength;
      requireSize(bytes, maxBytes);
      await file.write(part);
    }
    const total = bytes;
    return await use(() => readAll(file, total));
  } finally {
    await file.close();
  }
}
