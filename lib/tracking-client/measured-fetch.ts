import { processMetrics } from "@/lib/platform/metrics/process-metrics";
import { traced } from "@/lib/platform/tracing/traced";
import type { Bucket } from "./request-budget";

/** Returns which of the service's limits a request counts against (interface.md, Limits). */
export function bucketOf(method: string, path: string): Bucket {
  if (method === "post" && path === "tracking_requests") return "create";
  if (method === "post" && path === "tracking_requests/infer_number") return "infer";
  return method === "patch" && path.endsWith("/refresh") ? "refresh" : "default";
}

/** A segment that names a collection or an operation. Every other segment is an id. */
const NAME = /^[a-z]+(?:_[a-z]+)*$/;

/** A path with its ids replaced, so that it names the operation and no record. */
export const operationOf = (path: string): string =>
  path
    .split("/")
    .map((segment) => (NAME.test(segment) ? segment : ":id"))
    .join("/");

/** The outcome of a response as a label with few values. */
const outcomeOf = (status: number): string => (status === 429 ? "429" : `${Math.floor(status / 100)}xx`);

/** The URL of a request, and its method where the request itself has one. Not by class: there can be several of that name. */
function targetOf(input: Parameters<typeof fetch>[0]): { url: string; method?: string } {
  if (typeof input === "string") return { url: input };
  return "url" in input ? input : { url: input.href };
}

/** `fetch` for requests below the base URL. Each attempt is counted, timed and, with traces on, one span. */
export function measuredFetch(baseUrl: string): typeof fetch {
  return async (input, init) => {
    const { url, method = init?.method } = targetOf(input);
    const path = new URL(url).pathname.slice(new URL(baseUrl).pathname.length + 1);
    const verb = (method ?? "GET").toLowerCase();
    const bucket = bucketOf(verb, path);
    const { upstreamRequests, upstreamSeconds } = processMetrics();
    const startedAt = performance.now();
    const count = (outcome: string) => {
      upstreamRequests.inc({ bucket, outcome });
      upstreamSeconds.observe({ bucket }, (performance.now() - startedAt) / 1_000);
    };
    return traced(`upstream ${verb.toUpperCase()} ${operationOf(path)}`, { kind: "client" }, async (span) => {
      try {
        const response = await fetch(input, init);
        span.set("http.status_code", response.status);
        count(outcomeOf(response.status));
        return response;
      } catch (error) {
        count("none");
        throw error;
      }
    });
  };
}
