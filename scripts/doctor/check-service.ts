import { gateOf } from "@/lib/contract/plan-limits";
import { AppError } from "@/lib/platform/errors";
import { TrackingClient } from "@/lib/tracking-client/client";
import { messageOf } from "@/scripts/up/start-error";
import { type Finding, ok, problem, warning } from "./finding";

const NAME = "Tracking service";
const RESPONSE_MS = 10_000;

function explain(error: AppError, url: string): Finding {
  const { code, message } = error;
  if (code === "service_refused_key" && gateOf(401, "GET shipments", message) === "key")
    return problem(NAME, `${url} refused the key`, "Set TRACKING_API_KEY to a valid key of the account.");
  if (code === "service_refused_key" || code === "not_allowed")
    return warning(
      NAME,
      `${url} accepts the key, but not for shipments`,
      "Change the account’s plan: Settings → Plan and limits.",
    );
  if (code === "service_busy")
    return warning(
      NAME,
      `${url} responds: too many requests`,
      "If it lasts, lower TRACKING_REQUESTS_PER_MINUTE.",
    );
  if (code === "service_unreachable")
    return problem(NAME, `${url} does not respond`, "Check TRACKING_API_URL, the network and the firewall.");
  return problem(NAME, `${url} sent no readable response`, "Check TRACKING_API_URL: it ends in /v2.");
}

/** Requests one shipment: whether the service can be reached and accepts the key. Uses one request of the limit. */
export async function checkService(url: string, key: string): Promise<Finding> {
  try {
    const client = new TrackingClient({ baseUrl: url, key, patienceMs: 0, timeoutMs: RESPONSE_MS });
    await client.getPageNow("shipments", { "page[size]": 1 });
    return ok(NAME, `${url} responds and accepts the key`);
  } catch (error) {
    if (error instanceof AppError) return explain(error, url);
    return problem(NAME, `${url} cannot be checked (${messageOf(error)})`, "Check TRACKING_API_URL.");
  }
}
