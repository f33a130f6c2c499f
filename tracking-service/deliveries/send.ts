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

const ACCEPTED = [200, 201, 202, 204];

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "no answer in time";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : null;
  return code ?? error.message;
}

/**
 * One try: posts the text, signed, and judges the answer. Never throws: a failure is an outcome. The try is left when
 * `leaving` is aborted, by the caller or here after `timeoutMs`.
 */
export async function send(
  { url, secret, headers }: Endpoint,
  body: string,
  timeoutMs: number,
  leaving: AbortController,
): Promise<Outcome> {
  const begun = Date.now();
  const done = (delivered: boolean, statusCode: number | null, error: string | null): Outcome => ({
    delivered,
    statusCode,
    error,
    durationMs: Date.now() - begun,
  });
  const late = () => leaving.abort(new DOMException("no answer in time", "TimeoutError"));
  const timer = setTimeout(late, timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      body,
      headers: {
        ...Object.fromEntries((headers ?? []).map(({ name, value }) => [name, value])),
        "Content-Type": JSON_API_MEDIA_TYPE,
        [SIGNATURE_HEADER]: signature(body, secret),
      },
      signal: leaving.signal,
    });
    await response.arrayBuffer();
    const accepted = ACCEPTED.includes(response.status);
    return done(accepted, response.status, accepted ? null : `answered ${response.status}`);
  } catch (error) {
    return done(false, null, wordsOf(error));
  } finally {
    clearTimeout(timer);
  }
}
