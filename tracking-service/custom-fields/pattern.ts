import { Worker } from "node:worker_threads";

const MATCH = `
  const { parentPort, workerData } = require("node:worker_threads");
  parentPort.postMessage(new RegExp(workerData.pattern, "u").test(workerData.text));
`;
const LONGEST_MS = 2_000;

function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") !== null;
  } catch {
    return false;
  }
}

/**
 * Whether a text matches the pattern of an account, a JavaScript regular expression. False when that takes longer than two
 * seconds: a pattern may take for ever, so it is evaluated in a thread that is ended then. True for a pattern that is no
 * such expression: other dialects are stored and not checked.
 */
export async function matchesPattern(pattern: string, text: string): Promise<boolean> {
  if (!isExpression(pattern)) return true;
  const worker = new Worker(MATCH, { eval: true, env: {}, workerData: { pattern, text } });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), LONGEST_MS);
      worker.once("message", (matches) => resolve(matches === true));
      worker.once("error", () => resolve(false));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
