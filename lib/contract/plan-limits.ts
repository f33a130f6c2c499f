/**
 * Features that a plan or key may not include (interface.md, Authentication). They are the key itself, everything
 * except tracking (a restricted free account, or an expired trial), more containers, and paid features.
 */
export const PLAN_GATES = [
  "key",
  "paid_plan",
  "container_limit",
  "routing_data",
  "rail_lfd",
  "container_refresh",
  "custom_fields",
  "documents",
  "webhooks",
  "other",
] as const;
export type PlanGate = (typeof PLAN_GATES)[number];

const ABOUT_PLAN = /paid plan|only for creating tracking requests|\btrial\b/i;

/** A 401 refers to the key or the plan. For a party role it can also mean that the party belongs to another account. */
function gateOfKey(method: string, parts: readonly string[], text: string): PlanGate | null {
  if (ABOUT_PLAN.test(text)) return "paid_plan";
  return method === "POST" && parts.includes("party_roles") ? null : "key";
}

/**
 * Returns the gate that caused a refusal, based on the request ("PATCH containers/…/refresh", without the query) and
 * the message of the service. Null when the refusal concerns neither key nor plan.
 */
export function gateOf(status: 401 | 403, request: string, text: string): PlanGate | null {
  const [method = "", path = ""] = request.split(" ");
  const parts = path.split("/");
  const [list = ""] = parts;
  if (status === 401) return gateOfKey(method, parts, text);
  if (ABOUT_PLAN.test(text)) return "paid_plan";
  if (parts.at(-1) === "refresh") return "container_refresh";
  if (parts.at(-1) === "map_geojson" || list === "vessels") return "routing_data";
  if (method === "POST" && path === "tracking_requests") return "container_limit";
  if (/\brail\b/i.test(text)) return "rail_lfd";
  if (list === "webhooks" || list === "webhook_notifications") return "webhooks";
  if (list === "documents") return "documents";
  return parts.some((part) => part.startsWith("custom_field")) ? "custom_fields" : "other";
}
