import { SIGNATURE_HEADER } from "@/lib/contract/events";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { signature } from "./signature";

export type Endpoint = { url: string; secret: string; headers: { name: string; value: string }[] | null };

export type Outcome = {
  delivered: boolean;
  statusCode: number | null;
  error: string | null;
  durationMs: number;
};

type Headers = Record<string, string>;

/** An outcome with what was said on both sides. */
export type Exchange = Outcome & {
  requestHeaders: Headers;
  responseHeaders: Headers | null;
  responseBody: string | null;
};

const ACCEPTED = [200, 201, 202, 204];
/** Of an answer no more is read than this: a delivery's answer is its status. */
const MOST_BYTES = 16_384;

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "no answer in time";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : null;
  return code ?? error.message;
}

function headersOf({ secret, headers }: Endpoint, body: string): Headers {
  return {
    ...Object.fromEntries((headers ?? []).map(({ name, value }) => [name, value])),
    "Content-Type": JSON_API_MEDIA_TYPE,
    [SIGNATURE_HEADER]: signature(body, secret),
  };
}

/** The beginning of an answer's body; the rest is let go of. */
async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES).toString("utf8");
}

/**
 * One try: posts the text, signed, and judges the answer; redirects are not followed. Never throws: a failure is an
 * outcome. The try is left when `leaving` is aborted, by the caller or here after `timeoutMs`.
 */
export async function send(
  endpoint: Endpoint,
  body: string,
  timeoutMs: number,
  leaving: AbortController,
): Promise<Exchange> {
  const begun = Date.now();
  const requestHeaders = headersOf(endpoint, body);
  const late = () => leaving.abort(new DOMException("no answer in time", "TimeoutError"));
  const timer = setTimeout(late, timeoutMs);
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      redirect: "manual",
      body,
      headers: requestHeaders,
      signal: leaving.signal,
    });
    const responseBody = await beginningOf(response);
    const delivered = ACCEPTED.includes(response.status);
    return {
      delivered,
      statusCode: response.status,
      error: delivered ? null : `answered ${response.status}`,
      durationMs: Date.now() - begun,
      requestHeaders,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody,
    };
  } catch (error) {
    const failed = { delivered: false, statusCode: null, error: wordsOf(error) };
    return {
      ...failed,
      durationMs: Date.now() - begun,
      requestHeaders,
      responseHeaders: null,
      responseBody: null,
    };
  } finally {
    clearTimeout(timer);
  }
}
