import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** The reason why a document's text could not be read, as shown to the account. */
export class UnreadableError extends Error {}

const MB = 1_048_576;
/** Limits for reading one PDF. */
const LIMITS = { timeoutMs: 20_000, maxRssBytes: 512 * MB };
const WATCH_EVERY_MS = 100;
/** Since version 24, Node reserves 512 MB for the machine code of each of the two threads; the kernel counts it as data. */
const RESERVED_BYTES = Number.parseInt(process.versions.node, 10) >= 24 ? 2 * 512 * MB : 0;
/** Exit code of pdf-text.mjs after a refused allocation. */
const OUT_OF_MEMORY = 3;
const MAX_BYTES_PER_CHARACTER = 4;

const SCRIPT = new URL("./pdf-text.mjs", import.meta.url);
/** Sets kernel limits for a program that it starts. Available on nearly every Linux system. */
const PRLIMIT = ["/usr/bin/prlimit", "/bin/prlimit"].find((path) => existsSync(path));

/** The resident memory of a process, in bytes. Null when it cannot be read. */
async function residentBytes(pid: number): Promise<number | null> {
  try {
    const kilobytes =
      process.platform === "linux"
        ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]
        : (await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)])).stdout.trim();
    return kilobytes ? Number(kilobytes) * 1_024 : null;
  } catch {
    // The process has ended, or the system provides neither source. The time limit still applies.
    return null;
  }
}

/** Starts the reader process without environment and core file. The kernel limits its memory where that is possible. */
function startReader(maxCharacters: number, maxRssBytes: number) {
  const limited = PRLIMIT && {
    execPath: PRLIMIT,
    execArgv: [`--data=${maxRssBytes + RESERVED_BYTES}`, "--core=0", process.execPath],
  };
  const child = fork(SCRIPT, [String(maxCharacters)], {
    execArgv: [],
    ...limited,
    env: { NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "ignore", "ipc"],
  });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error("the process that reads PDFs has no pipes");
  return { child, stdin, stdout };
}

/**
 * Returns the text of a PDF, up to `maxCharacters`. A separate process reads it, because a hostile file can make the
 * PDF library use unlimited memory and time. The process is killed beyond `limits` and ends with this process. Throws
 * UnreadableError.
 */
export async function readPdfText(
  content: Buffer,
  maxCharacters: number,
  { timeoutMs, maxRssBytes } = LIMITS,
): Promise<string> {
  const tooLarge = `it needs more than ${Math.round(maxRssBytes / MB)} MB of memory`;
  const { child, stdin, stdout } = startReader(maxCharacters, maxRssBytes);
  let killed: string | null = null;
  const kill = (reason: string) => {
    killed ??= reason;
    child.kill("SIGKILL");
  };
  const late = setTimeout(() => kill(`it takes longer than ${timeoutMs / 1_000} seconds`), timeoutMs);
  const watch = setInterval(async () => {
    const resident = child.pid === undefined ? null : await residentBytes(child.pid);
    if (resident !== null && resident > maxRssBytes) kill(tooLarge);
  }, WATCH_EVERY_MS);
  const parts: Buffer[] = [];
  let size = 0;
  stdout.on("data", (part: Buffer) => {
    size += part.byteLength;
    if (size > maxCharacters * MAX_BYTES_PER_CHARACTER) kill("it holds too much text");
    else parts.push(part);
  });
  // The process may end before it has read all input, and a failed kill also emits "error". "close" reports how it
  // ended.
  stdin.on("error", () => undefined);
  child.on("error", () => undefined);
  stdin.end(content);
  try {
    const [code, signal]: (number | string | null)[] = await once(child, "close");
    if (killed !== null) throw new UnreadableError(killed);
    if (code === 0) return Buffer.concat(parts).toString("utf8");
    // V8 aborts when an allocation fails, and the kernel kills the process.
    throw new UnreadableError(code === OUT_OF_MEMORY || signal ? tooLarge : "it is no readable PDF");
  } finally {
    clearTimeout(late);
    clearInterval(watch);
  }
}
