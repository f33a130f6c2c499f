import { type ItemDocument, itemDocumentSchema, JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { parseDocument } from "@/lib/contract/storable-text";
import { AppError } from "@/lib/platform/errors";
import { measuredFetch } from "./measured-fetch";
import type { formOfFile } from "./multipart-file";
import { readText } from "./read-body";
import { retryAfterMs, translateFailure, translateResponse, unreadable } from "./responses";
import { readDated } from "./timed-response";
import type { Fetched, Gate, TrackingClientOptions } from "./types";

/** The maximum time without progress during an upload, and the maximum wait for the response after its last byte. */
const IDLE_MS = 30_000;

/** An error of the file's sender instead of the service: the upload was aborted, or its length differed. */
class SourceError extends Error {}

/** Returns the form as a stream, and the error of its source. `moved` is called for each part. */
function streamOf(form: ReturnType<typeof formOfFile>, moved: (waitsForSource: boolean) => void) {
  const parts = form.written();
  const source: { failed: SourceError | null } = { failed: null };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        moved(true);
        try {
          const { value, done } = await parts.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          source.failed = new SourceError("the source broke off", { cause });
          controller.error(source.failed);
        }
        moved(false);
      },
      cancel: async () => {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, source };
}

async function send(
  { baseUrl, key }: TrackingClientOptions,
  path: string,
  form: ReturnType<typeof formOfFile>,
  idleMs: number,
): Promise<Response> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const { body, source } = streamOf(form, (waitsForSource) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (waitsForSource) source.failed = new SourceError("the source stands still");
      stopping.abort(new DOMException("nothing moved", "TimeoutError"));
    }, idleMs);
  });
  try {
    // The DOM types lack `duplex`, which a streamed body needs.
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      cache: "no-store",
      redirect: "manual",
      duplex: "half",
      signal: stopping.signal,
      headers: {
        Authorization: `Token ${key}`,
        Accept: JSON_API_MEDIA_TYPE,
        "Content-Type": form.mediaType,
        "Content-Length": String(form.bytes),
      },
      body,
    };
    return await measuredFetch(baseUrl)(`${baseUrl}/${path}`, init);
  } catch (error) {
    throw source.failed ?? error;
  } finally {
    clearTimeout(timer);
  }
}

async function received(gate: Gate | undefined, response: Response): Promise<void> {
  const { status } = response;
  if (status === 429) await gate?.refused("default", retryAfterMs(response));
  if (status < 500) gate?.succeeded(response.ok ? "default" : undefined);
  else gate?.silent();
}

/**
 * Sends a form with a file as a stream, once. Throws `bad_input` when the file was aborted; the service then stores
 * nothing of it. Otherwise throws the client's errors.
 */
export async function uploadForm(
  options: TrackingClientOptions,
  path: string,
  form: ReturnType<typeof formOfFile>,
  idleMs = IDLE_MS,
): Promise<Fetched<ItemDocument>> {
  const { gate, key } = options;
  try {
    await gate?.admit("default");
    const sentAt = new Date();
    const response = await send(options, path, form, idleMs).catch((error: unknown) => {
      if (!(error instanceof SourceError)) gate?.silent();
      throw error;
    });
    await received(gate, response);
    if (!response.ok) throw await translateResponse(response, key, "write");
    const read = readDated(response, sentAt, gate);
    const checked = itemDocumentSchema.safeParse(parseDocument(await readText(response, idleMs)));
    if (checked.success) return { document: checked.data, ...read };
    throw unreadable("write", "the document that was made");
  } catch (error) {
    if (error instanceof SourceError)
      throw new AppError("bad_input", "The upload was incomplete. Nothing was saved. Upload it again.", {
        cause: error.message,
      });
    const failure = await translateFailure(error, key, "write");
    gate?.failed(`POST ${path}`, failure);
    throw failure;
  }
}
