import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, statSync } from "node:fs";

const ROTATE_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;

/** Opens a log for adding; a long one is put aside as `.1` first. Nobody else can read it. */
export function openLog(path: string): number {
  if (existsSync(path) && statSync(path).size > ROTATE_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, "a", 0o600);
}

/** The last lines written since `fromByte`, indented for showing. */
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
