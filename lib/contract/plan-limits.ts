/**
 * What a plan or a key may leave out (interface.md, Authentication): the key itself, all but tracking (a restricted free
 * account, or one whose trial is over), more containers, and the features that cost extra.
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

/** A 401 means the key, or the plan; of a party's role it can mean a party that is not the account's. */
function gateOfKey(method: string, parts: readonly string[], words: string): PlanGate | null {
  if (ABOUT_PLAN.test(words)) return "paid_plan";
  return method === "POST" && parts.includes("party_roles") ? null : "key";
}

/**
 * Which gate a refusal is, by what was asked ("PATCH containers/…/refresh", without the query) and the service's words;
 * null where it says nothing of key or plan.
 */
export function gateOf(status: 401 | 403, request: string, words: string): PlanGate | null {
  const [method = "", path = ""] = request.split(" ");
  const parts = path.split("/");
  const [list = ""] = parts;
  if (status === 401) return gateOfKey(method, parts, words);
  if (ABOUT_PLAN.test(words)) return "paid_plan";
  if (parts.at(-1) === "refresh") return "container_refresh";
  if (parts.at(-1) === "map_geojson" || list === "vessels") return "routing_data";
  if (method === "POST" && path === "tracking_requests") return "container_limit";
  if (/\brail\b/i.test(words)) return "rail_lfd";
  if (list === "webhooks" || list === "webhook_notifications") return "webhooks";
  if (list === "documents") return "documents";
  return parts.some((part) => part.startsWith("custom_field")) ? "custom_fields" : "other";
}
