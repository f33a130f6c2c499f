import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** The limit that a process of `runLimited` reached, as the end of a sentence about its input. */
export class LimitReached extends Error {}

const MB = 1_048_576;
const WATCH_EVERY_MS = 100;
const MAX_NOTES = 2_000;
/** Since version 24, Node reserves 512 MB for the machine code of each of its threads; the kernel counts it as data. */
const RESERVED_BYTES = Number.parseInt(process.versions.node, 10) >= 24 ? 512 * MB : 0;
/** The exit code of a script that was refused memory. */
const OUT_OF_MEMORY = 3;

/** Sets kernel limits for a program that it starts. Available on nearly every Linux system. */
const PRLIMIT = ["/usr/bin/prlimit", "/bin/prlimit"].find((path) => existsSync(path));

type Limited = {
  script: URL | string;
  args: string[];
  input: Buffer;
  /** How many threads of the script run JavaScript. */
  threads: number;
  limits: { timeoutMs: number; maxRssBytes: number; maxOutputBytes: number };
};

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

/** Starts the process without environment and core file. The kernel limits its memory where that is possible. */
function start({ script, args, threads, limits }: Limited) {
  const limited = PRLIMIT && {
    execPath: PRLIMIT,
    execArgv: [`--data=${limits.maxRssBytes + threads * RESERVED_BYTES}`, "--core=0", process.execPath],
  };
  const child = fork(script, args, {
    execArgv: [],
    ...limited,
    env: { NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "pipe", "ipc"],
  });
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error("a process with limits has no pipes");
  return { child, stdin, stdout, stderr };
}

/**
 * Runs a script on an untrusted input in a process of its own, because a hostile file can make a library use unlimited
 * memory and time. The process is killed beyond `limits`; the script ends itself when its channel to this process ends,
 * and with code 3 when it is refused memory. Returns its exit code, its output, and the first words of its errors.
 * Throws LimitReached.
 */
export async function runLimited(
  work: Limited,
): Promise<{ code: number | null; output: Buffer; notes: string }> {
  const { timeoutMs, maxRssBytes, maxOutputBytes } = work.limits;
  const tooLarge = `it needs more than ${Math.round(maxRssBytes / MB)} MB of memory`;
  const { child, stdin, stdout, stderr } = start(work);
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
  let notes = "";
  stdout.on("data", (part: Buffer) => {
    size += part.byteLength;
    if (size > maxOutputBytes) kill(`it makes more than ${Math.round(maxOutputBytes / MB)} MB`);
    else parts.push(part);
  });
  stderr.on("data", (part: Buffer) => {
    notes = (notes + part).slice(0, MAX_NOTES);
  });
  // The process may end before it has read all input, and a failed start or kill also emits "error". "close" reports
  // how it ended.
  stdin.on("error", () => undefined);
  child.on("error", (error) => {
    notes ||= error.message;
  });
  stdin.end(work.input);
  try {
    const [code, signal]: [number | null, string | null] = await once(child, "close").then(
      ([exitCode, endedBy]) => [exitCode, endedBy],
    );
    if (killed !== null) throw new LimitReached(killed);
    // V8 aborts when an allocation fails, and the kernel kills the process.
    if (code === OUT_OF_MEMORY || signal) throw new LimitReached(tooLarge);
    return { code, output: Buffer.concat(parts), notes };
  } finally {
    clearTimeout(late);
    clearInterval(watch);
  }
}
