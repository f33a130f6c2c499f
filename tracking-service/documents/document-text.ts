import { Worker } from "node:worker_threads";
import { z } from "zod";

const TIMEOUT_MS = 20_000;
const MEMORY_MB = 256;
/** Numbers stand on the first pages; what comes after this many characters is not looked at. */
const MOST_TEXT = 1_000_000;

const answerSchema = z.union([z.object({ text: z.string() }), z.object({ error: z.string() })]);

/** Why a document's text could not be had, in words for its owner. */
export class UnreadableError extends Error {}

const TEXT_TYPES = /^(text\/|message\/rfc822$|application\/(json|xml|csv)$)/;

/**
 * The text of a PDF, read in a thread of its own with little memory and little time: what comes from outside may be
 * made to exhaust either.
 */
function pdfText(content: Buffer): Promise<string> {
  const worker = new Worker(new URL("./pdf-worker.mjs", import.meta.url), {
    workerData: new Uint8Array(content),
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new UnreadableError("reading it took too long")), TIMEOUT_MS);
    worker.once("message", (message: unknown) => {
      clearTimeout(late);
      const answer = answerSchema.parse(message);
      if ("text" in answer) resolve(answer.text);
      else reject(new UnreadableError("it is no readable PDF"));
    });
    worker.once("error", () => reject(new UnreadableError("it is no readable PDF")));
    worker.once("exit", () => {
      clearTimeout(late);
      reject(new UnreadableError("it is no readable PDF"));
    });
  }).finally(() => worker.terminate());
}

/** The text of a document as far as it has any. Throws UnreadableError with the reason. */
export async function documentText(content: Buffer, contentType: string): Promise<string> {
  const isPdf = contentType === "application/pdf" || content.subarray(0, 5).toString("latin1") === "%PDF-";
  if (!isPdf && !TEXT_TYPES.test(contentType)) {
    throw new UnreadableError(`text of ${contentType} is not read`);
  }
  const text = isPdf ? await pdfText(content) : content.subarray(0, MOST_TEXT).toString("utf8");
  if (text.trim() === "") throw new UnreadableError("it holds no text, as a scan does not");
  return text.slice(0, MOST_TEXT);
}
