import type { IncomingHttpHeaders } from "node:http";
import type { AddressPolicy } from "@/lib/contract/delivery-target";
import { SIGNATURE_HEADER } from "@/lib/contract/events";
import { SERVICE_NAME } from "@/tracking-service/endpoints/title";
import { failureText } from "./failure-text";
import { poster } from "./http-post";
import { retryAfterMs } from "./retry-after";
import { signature } from "./signature";

export type Endpoint = { url: string; secret: string; headers: { name: string; value: string }[] | null };

export type Outcome = {
  delivered: boolean;
  statusCode: number | null;
  error: string | null;
  durationMs: number;
  /** The pause that the receiver requested, if any. */
  retryAfterMs?: number | null;
};

type Headers = Record<string, string>;

/**
 * An outcome with the request and the response. Response headers and body are null when the receiver has no public
 * address. A key holder therefore cannot read responses from the internal network.
 */
export type Exchange = Outcome & {
  requestHeaders: Headers;
  responseHeaders: Headers | null;
  responseBody: string | null;
};

export type Send = (
  endpoint: Endpoint,
  body: string,
  timeoutMs: number,
  leaving: AbortController,
) => Promise<Exchange>;

/** Settings and functions that endpoints need for deliveries. */
export type Deliveries = AddressPolicy & { send: Send };

/** supplement-2.md, 7. Headers: the name of the service and "Webhook Bot". */
export const USER_AGENT = `${SERVICE_NAME} Webhook Bot`;

const ACCEPTED = [200, 201, 202, 204];
/** Response bodies are truncated to this length. */
const MAX_RESPONSE_BYTES = 16_384;

function headersOf({ secret, headers }: Endpoint, body: string): Headers {
  return {
    ...Object.fromEntries((headers ?? []).map(({ name, value }) => [name, value])),
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    [SIGNATURE_HEADER]: signature(body, secret),
  };
}

const reportedHeaders = (headers: IncomingHttpHeaders): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(", ")] as const),
  );

/**
 * Returns a function that makes one attempt: it posts the signed text and evaluates the response. Redirects are not
 * followed, and addresses that the policy rejects get nothing. It never throws: a failure is an outcome. Aborting
 * `leaving` cancels the attempt; the function itself aborts it after `timeoutMs`.
 */
export function sender(policy: AddressPolicy): Send {
  const post = poster(policy, MAX_RESPONSE_BYTES);
  return async (endpoint, body, timeoutMs, leaving) => {
    const begun = Date.now();
    const requestHeaders = headersOf(endpoint, body);
    const late = () => leaving.abort(new DOMException("no answer in time", "TimeoutError"));
    const timer = setTimeout(late, timeoutMs);
    try {
      const reported = await post(new URL(endpoint.url), requestHeaders, body, leaving.signal);
      const delivered = ACCEPTED.includes(reported.statusCode);
      return {
        delivered,
        statusCode: reported.statusCode,
        error: delivered ? null : `answered ${reported.statusCode}`,
        durationMs: Date.now() - begun,
        retryAfterMs: delivered ? null : retryAfterMs(reported.headers["retry-after"], new Date()),
        requestHeaders,
        responseHeaders: reported.fromPublicAddress ? reportedHeaders(reported.headers) : null,
        responseBody: reported.fromPublicAddress ? reported.body : null,
      };
    } catch (error) {
      return {
        delivered: false,
        statusCode: null,
        error: failureText(error, leaving.signal),
        durationMs: Date.now() - begun,
        requestHeaders,
        responseHeaders: null,
        responseBody: null,
      };
    } finally {
      clearTimeout(timer);
    }
  };
}
