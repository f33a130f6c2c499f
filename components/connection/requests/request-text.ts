import { gateOf } from "@/lib/contract/plan-limits";
import type { RequestsData } from "@/lib/features/connection/rules/settings-data";

/** The labels of the request budget's buckets (interface.md, Limits). */
const BUCKET_WORDS: Readonly<Record<string, { what: string; note: string }>> = {
  default: { what: "Reading and all else", note: "Refetches, sync runs, parties, the webhook" },
  create: { what: "Tracking a number", note: "One request a number" },
  infer: { what: "Recognising a number", note: "Which line, which kind" },
  refresh: { what: "Refresh on demand", note: "Asking terminal and line at once" },
};

export function bucketWords(bucket: string): { what: string; note: string } {
  return BUCKET_WORDS[bucket] ?? { what: bucket, note: "" };
}

type FailureWords = { what: string; advice: string };

const FAILURE_WORDS: Readonly<Record<string, FailureWords>> = {
  service_unreachable: {
    what: "The service did not answer",
    advice: "Nothing to do: it is asked again by itself. If it lasts, look at the service’s status page.",
  },
  service_busy: {
    what: "Too many requests",
    advice:
      "Drayboard waits as long as the service says. If it is common, lower TRACKING_REQUESTS_PER_MINUTE.",
  },
  service_answer_unreadable: {
    what: "The answer could not be read",
    advice: "It is asked for again. If it stays, check that TRACKING_API_URL leads to the service.",
  },
  service_refused_key: {
    what: "The key was refused",
    advice: "Put a valid key into TRACKING_API_KEY and start Drayboard again.",
  },
  not_allowed: {
    what: "Not on this account’s plan",
    advice: "Drayboard goes without. Ask the service’s sales to change the plan if you need it.",
  },
};

/** A 401 unrelated to the key: all requests except tracking are rejected, or the party is not in the account. */
const NOT_THE_KEY: Readonly<Record<"paid_plan" | "party", FailureWords>> = {
  paid_plan: {
    what: "The plan allows tracking alone",
    advice: "The key is good. See Plan and limits for what the account needs.",
  },
  party: {
    what: "The party is not this account’s",
    advice: "Choose another party. One that was removed at the service leaves the list with the next round.",
  },
};

/** The meaning of a failed request and its remedy. */
export function failureWords({ code, request, message }: RequestsData["failures"][number]): FailureWords {
  const gate = code === "service_refused_key" ? gateOf(401, request, message) : "key";
  if (gate !== "key") return NOT_THE_KEY[gate === null ? "party" : "paid_plan"];
  return (
    FAILURE_WORDS[code] ?? { what: "The request failed", advice: "It is tried again where that is safe." }
  );
}
