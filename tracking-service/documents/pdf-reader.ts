import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** Why a document's text could not be read, in words for its owner. */
export class UnreadableError extends Error {}

const MB = 1_048_576;
/** What reading one PDF may use. */
const LIMITS = { timeoutMs: 20_000, maxRssBytes: 512 * MB };
const WATCH_EVERY_MS = 100;
/** Since version 24, Node reserves 512 MB for the machine code of each of the two threads; the kernel counts it as data. */
const RESERVED_BYTES = Number.parseInt(process.versions.node, 10) >= 24 ? 2 * 512 * MB : 0;
/** Exit code of pdf-text.mjs where an allocation was refused. */
const OUT_OF_MEMORY = 3;
const MAX_BYTES_PER_CHARACTER = 4;

const SCRIPT = new URL("./pdf-text.mjs", import.meta.url);
/** Sets the kernel's limits for a program that it starts; Linux has it almost everywhere. */
const PRLIMIT = ["/usr/bin/prlimit", "/bin/prlimit"].find((path) => existsSync(path));

/** The resident memory of a process, in bytes; null where it cannot be read. */
async function residentBytes(pid: number): Promise<number | null> {
  try {
    const kilobytes =
      process.platform === "linux"
        ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]
        : (await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)])).stdout.trim();
    return kilobytes ? Number(kilobytes) * 1_024 : null;
  } catch {
    // It ended meanwhile, or the system has neither: the time limit remains.
    return null;
  }
}

/** Starts the reading process: no environment, no core file, and the kernel's limit on its memory where it can be set. */
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
 * The text of a PDF, at most `maxCharacters` of it. A process of its own reads it, since a hostile file can make the
 * PDF library use any amount of memory and time; it is killed past `limits` and ends with this process. Throws
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
  // The process may end before it has read all, and a failed kill is an "error" too: "close" says how it ended.
  stdin.on("error", () => undefined);
  child.on("error", () => undefined);
  stdin.end(content);
  try {
    const [code, signal]: (number | string | null)[] = await once(child, "close");
    if (killed !== null) throw new UnreadableError(killed);
    if (code === 0) return Buffer.concat(parts).toString("utf8");
    // V8 aborts where it gets no memory, and so does the kernel.
    throw new UnreadableError(code === OUT_OF_MEMORY || signal ? tooLarge : "it is no readable PDF");
  } finally {
    clearTimeout(late);
    clearInterval(watch);
  }
}
