// Plain JavaScript, because Node starts this file directly without a TypeScript loader. It reads a PDF from standard
// input and writes its text to standard output. A worker thread does the reading. The main thread detects the end of
// the parent even while a hostile file keeps the worker busy.
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** Exit codes in addition to 0, as evaluated by pdf-reader.ts. */
const UNREADABLE = 2;
const OUT_OF_MEMORY = 3;
const MAX_HEAP_MB = 256;
/** The PDF library wraps a refused allocation in its own error, or logs a warning and skips the page. */
const REFUSED_ALLOCATION = /allocation failed|invalid (typed )?array length/i;

async function readPages() {
  let outOfMemory = false;
  const notice = (...texts) => {
    outOfMemory ||= REFUSED_ALLOCATION.test(texts.join(" "));
  };
  Object.assign(console, { log: notice, warn: notice, error: notice });
  const { extractText } = await import("unpdf");
  try {
    const { text } = await extractText(workerData.bytes, { mergePages: true });
    parentPort?.postMessage(outOfMemory ? { exitCode: OUT_OF_MEMORY } : { text });
  } catch (error) {
    notice(error);
    parentPort?.postMessage({ exitCode: outOfMemory ? OUT_OF_MEMORY : UNREADABLE });
  }
}

async function readFile() {
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  const parts = [];
  for await (const part of process.stdin) parts.push(part);
  const reader = new Worker(new URL(import.meta.url), {
    workerData: { bytes: new Uint8Array(Buffer.concat(parts)) },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    stdout: true,
    stderr: true,
  });
  let answered = false;
  reader.once("error", ({ code }) =>
    process.exit(code === "ERR_WORKER_OUT_OF_MEMORY" ? OUT_OF_MEMORY : UNREADABLE),
  );
  reader.once("exit", () => answered || process.exit(UNREADABLE));
  reader.once("message", ({ text, exitCode }) => {
    answered = true;
    if (text === undefined) process.exit(exitCode);
    process.stdout.write(text.slice(0, Number(process.argv[2])), () => process.exit(0));
  });
}

if (isMainThread) void readFile();
else void readPages();
