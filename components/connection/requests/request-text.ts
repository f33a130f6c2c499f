import { gateOf } from "@/lib/contract/plan-limits";
import type { RequestsData } from "@/lib/features/connection/rules/settings-data";

/** The labels of the request budget's buckets (interface.md, Limits). */
const BUCKET_LABELS: Readonly<Record<string, { what: string; note: string }>> = {
  default: { what: "Reads and all other requests", note: "Refetches, sync runs, parties, webhook" },
  create: { what: "Tracking a number", note: "One request per number" },
  infer: { what: "Identifying a number", note: "Line and type" },
  refresh: { what: "Refresh on demand", note: "Immediate requests to terminal and line" },
};

export function bucketText(bucket: string): { what: string; note: string } {
  return BUCKET_LABELS[bucket] ?? { what: bucket, note: "" };
}

type FailureText = { what: string; advice: string };

const FAILURE_LABELS: Readonly<Record<string, FailureText>> = {
  service_unreachable: {
    what: "The service did not respond",
    advice: "No action needed. The request is retried. If this continues, check the service’s status page.",
  },
  service_busy: {
    what: "Too many requests",
    advice:
      "Drayboard waits as long as the service requires. If this happens often, lower TRACKING_REQUESTS_PER_MINUTE.",
  },
  service_answer_unreadable: {
    what: "The response could not be read",
    advice: "The request is retried. If this continues, check that TRACKING_API_URL points to the service.",
  },
  service_refused_key: {
    what: "The key was refused",
    advice: "Set TRACKING_API_KEY to a valid key and restart Drayboard.",
  },
  not_allowed: {
    what: "Not on this account’s plan",
    advice: "The feature is unavailable. Contact the service’s sales team to change the plan.",
  },
};

/** A 401 unrelated to the key: all requests except tracking are rejected, or the party is not in the account. */
const NOT_THE_KEY: Readonly<Record<"paid_plan" | "party", FailureText>> = {
  paid_plan: {
    what: "The plan allows tracking only",
    advice: "The key is valid. See Plan and limits for what the account needs.",
  },
  party: {
    what: "The party is not on this account",
    advice: "Select another party. A party removed at the service leaves the list after the next sync run.",
  },
};

/** The meaning of a failed request and its remedy. */
export function failureText({ code, request, message }: RequestsData["failures"][number]): FailureText {
  const gate = code === "service_refused_key" ? gateOf(401, request, message) : "key";
  if (gate !== "key") return NOT_THE_KEY[gate === null ? "party" : "paid_plan"];
  return FAILURE_LABELS[code] ?? { what: "The request failed", advice: "It is retried where that is safe." };
}
