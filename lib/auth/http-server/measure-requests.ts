import type { IncomingMessage } from "node:http";
import { processMetrics } from "@/lib/platform/metrics/process-metrics";
import { recentDurations } from "@/lib/platform/metrics/recent-durations";
import type { RequestStep } from "./request-steps";
import { routePattern } from "./route-pattern";

const METHODS = ["GET", "HEAD", "POST"];

const methodOf = ({ method = "" }: IncomingMessage) => (METHODS.includes(method) ? method : "other");

/**
 * The step that counts and times each request by its route pattern, for the metrics and for Settings → System. The
 * duration of a live stream is how long a browser stays open, so it is not recorded.
 */
export function measureRequests(): RequestStep {
  return (request, response) => {
    const { httpRequests, httpSeconds, httpInProgress } = processMetrics();
    const [method, route] = [methodOf(request), routePattern(request.url ?? "")];
    const startedAt = performance.now();
    httpInProgress.inc();
    response.once("close", () => {
      const ms = performance.now() - startedAt;
      const code = response.headersSent ? response.statusCode : null;
      httpInProgress.dec();
      httpRequests.inc({ method, route, code: code ?? "none" });
      if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return;
      httpSeconds.observe({ route }, ms / 1_000);
      // Without a response the browser canceled the request, as when a user opens another page. That is no failure.
      recentDurations().routes.add(`${method} ${route}`, ms, Date.now(), code !== null && code >= 500);
    });
    return false;
  };
}
