import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { copyFile, readdir, rename, rm, stat } from "node:fs/promises";
import { devNull } from "node:os";
import { join } from "node:path";

const TAIL_BYTES = 16 * 1024;

export interface LogLimits {
  /** Number of files per program, including the current one. */
  files: number;
  /** Maximum size of a file. */
  bytes: number;
}

/**
 * Opens a log for appending, readable only by its owner. If it cannot be created, for example on a full disk, the
 * output is discarded.
 */
export function openLog(path: string): number {
  try {
    return openSync(path, "a", 0o600);
  } catch {
    return openSync(devNull, "a");
  }
}

/**
 * Moves what stands in each long log of a folder to `.1`, what stood there to `.2` and so on, while programs write to them.
 * They go on with the same file, opened for adding: it is copied and emptied (docs/decisions/0015). A log that cannot be
 * copied, as on a full disk, stays as it is.
 */
export async function rotateLogs(folder: string, limits: LogLimits): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(".log"))) {
    const path = join(folder, name);
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (size > limits.bytes) await rotate(path, limits.files);
  }
}

async function rotate(path: string, files: number): Promise<void> {
  const numbered = (number: number) => `${path}.${number}`;
  const draft = `${path}.new`;
  try {
    // Removed first, so that the copy has space on an almost full disk.
    await rm(numbered(Math.max(1, files - 1)), { force: true });
    if (files > 1) await copyFile(path, draft);
    const copied = files > 1 ? (await stat(draft)).size : 0;
    for (let number = files - 2; number >= 1; number--)
      await rename(numbered(number), numbered(number + 1)).catch(() => undefined);
    if (files > 1) await rename(draft, numbered(1));
    emptyFrom(path, files > 1 ? numbered(1) : null, copied);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/**
 * Appends to the copy what was written since the copy was made, and empties the log. There is no pause in between in
 * which lines could be lost.
 */
function emptyFrom(path: string, copy: string | null, copied: number): void {
  const log = openSync(path, "r+");
  try {
    const rest = Buffer.alloc(copy === null ? 0 : Math.max(0, fstatSync(log).size - copied));
    readSync(log, rest, 0, rest.length, copied);
    if (copy !== null && rest.length > 0) {
      const file = openSync(copy, "a");
      try {
        writeSync(file, rest);
      } finally {
        closeSync(file);
      }
    }
    ftruncateSync(log, 0);
  } finally {
    closeSync(log);
  }
}

/** The last lines written since `fromByte`, indented for display. */
export function tailOf(path: string, fromByte = 0, lines = 15): string {
  if (!existsSync(path)) return "";
  const file = openSync(path, "r");
  const size = fstatSync(file).size;
  const start = Math.max(fromByte > size ? 0 : fromByte, size - TAIL_BYTES);
  const buffer = Buffer.alloc(size - start);
  readSync(file, buffer, 0, buffer.length, start);
  closeSync(file);
  const text = buffer.toString("utf8").trimEnd();
  return text === ""
    ? "    (it wrote nothing)"
    : text
        .split("\n")
        .slice(-lines)
        .map((line) => `    ${line.slice(0, 400)}`)
        .join("\n");
}
