import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const EVERY_MS = 1_000;

/**
 * Writes the used heap of the program that imports it, MB, once a second to FOLDER/heap-PID: `node --import
 * "report-heap.mjs?folder=FOLDER"`. Threads and child processes inherit the option, so each process has its own file.
 */
const folder = new URL(import.meta.url).searchParams.get("folder");
const report = () =>
  writeFileSync(`${folder}/heap-${process.pid}`, String(process.memoryUsage().heapUsed / 2 ** 20));
if (isMainThread) {
  report();
  setInterval(report, EVERY_MS).unref();
}
