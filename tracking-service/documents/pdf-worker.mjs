// Plain JavaScript on purpose: a thread is loaded by Node itself, without TypeScript's loader.
import { parentPort, workerData } from "node:worker_threads";
import { extractText } from "unpdf";

/** Runs as a thread: answers the text of the PDF it was given, or that there is none to be had. */
async function read() {
  try {
    const { text } = await extractText(workerData, { mergePages: true });
    parentPort?.postMessage({ text: text.slice(0, 1_000_000) });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : "unreadable" });
  }
}

void read();
