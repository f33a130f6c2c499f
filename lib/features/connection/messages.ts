/** The observations of one feature: when it was last allowed and when it was last refused (ISO text, UTC). */
export type PlanLimitSources = {
  openAt: string | null;
  refusedAt: string | null;
  /** The service's message at its last refusal. Null when it has not refused. */
  text: string | null;
};

export const PLAN_FEATURES = [
  "records",
  "tracking",
  "webhooks",
  "routing_data",
  "rail_lfd",
  "container_refresh",
  "custom_fields",
  "documents",
] as const;
export type PlanFeature = (typeof PLAN_FEATURES)[number];

export type PlanAccess = "yes" | "no" | "unknown";

/** Returns whether the feature is available now, by the latest observation. */
export function accessNow({ openAt, refusedAt }: Pick<PlanLimitSources, "openAt" | "refusedAt">): PlanAccess {
  if (openAt === null && refusedAt === null) return "unknown";
  if (openAt === null || refusedAt === null) return openAt === null ? "no" : "yes";
  return Date.parse(refusedAt) > Date.parse(openAt) ? "no" : "yes";
}

/** Returns the latest of some instants (ISO text, UTC). Null when there is none. */
export function latestOf(...instants: (string | null | undefined)[]): string | null {
  const known = instants.flatMap((instant) => (instant ? [instant] : []));
  return known.reduce<string | null>(
    (latest, instant) => (latest === null || Date.parse(instant) > Date.parse(latest) ? instant : latest),
    null,
  );
}

/** `without`: the behavior of the dashboard without the feature. `advice`: how to get the feature. */
type FeatureText = { label: string; gives: string; without: string; advice: string };

const SALES = "Ask the service’s sales team to add it to your plan.";

export const FEATURE_LABELS: Record<PlanFeature, FeatureText> = {
  records: {
    label: "Shipment and container data",
    gives: "Board and all pages",
    without: "Drayboard shows the last known data and gets no updates.",
    advice: "Request the service’s 7-day trial, or buy a paid plan.",
  },
  tracking: {
    label: "Tracking more numbers",
    gives: "New containers on the board",
    without: "New numbers are refused until the account tracks fewer containers than its plan allows.",
    advice: "Stop tracking completed shipments, or upgrade the plan.",
  },
  webhooks: {
    label: "Webhooks and delivery log",
    gives: "Changes within seconds",
    without: "Changes arrive by sync only, minutes later.",
    advice: SALES,
  },
  routing_data: {
    label: "Maps and vessels (Routing Data)",
    gives: "The service’s voyage map",
    without: "Container pages show the voyage from milestones, without the vessel position.",
    advice: SALES,
  },
  rail_lfd: {
    label: "Rail last free days",
    gives: "Rail deadline for inland moves",
    without:
      "Inland containers show only line and terminal deadlines. Get the rail deadline from the rail carrier.",
    advice: SALES,
  },
  container_refresh: {
    label: "Refresh on demand",
    gives: "Immediate refresh from terminal and line",
    without: "“Refresh” is unavailable. Data updates on the service’s schedule.",
    advice: SALES,
  },
  custom_fields: {
    label: "Custom fields",
    gives: "Your account’s custom fields",
    without: "Custom fields are not shown and can’t be used as filters.",
    advice: SALES,
  },
  documents: {
    label: "Documents",
    gives: "Documents on containers",
    without: "Documents are not listed or read.",
    advice: SALES,
  },
};

export type AccountState = "works" | "key_refused" | "free_plan" | "trial_over" | "unknown";

/**
 * Returns the status of the account and its key by the latest observation. `worksAt` is when records were last read.
 * The other times are when the service refused the key, or everything except tracking. `everRead` is whether records
 * were read before, which a restricted free account never could (interface.md, Authentication).
 */
export function accountState(seen: {
  worksAt: string | null;
  keyRefusedAt: string | null;
  planRefusedAt: string | null;
  everRead: boolean;
}): AccountState {
  const { worksAt, keyRefusedAt, planRefusedAt, everRead } = seen;
  const refusedAt = latestOf(keyRefusedAt, planRefusedAt);
  const access = accessNow({ openAt: worksAt, refusedAt });
  if (access !== "no") return access === "yes" ? "works" : "unknown";
  if (refusedAt === keyRefusedAt) return "key_refused";
  return everRead ? "trial_over" : "free_plan";
}

type StateText = {
  tone: "go" | "late" | "soon" | "plain";
  what: string;
  means: string;
  advice: string | null;
};

export const STATE_LABELS: Record<AccountState, StateText> = {
  works: {
    tone: "go",
    what: "Key accepted",
    means: "Keys don’t expire. A key works until it is deleted in the account’s developer area.",
    advice: null,
  },
  key_refused: {
    tone: "late",
    what: "Key rejected",
    means:
      "The key was deleted or replaced in the account’s developer area, or is incomplete here. Drayboard shows the last known data. Nothing can be requested or changed at the service.",
    advice:
      "Create a new key there. It is shown in full only once. Set it as TRACKING_API_KEY, then restart Drayboard and its workers. The next sync run adds missed changes.",
  },
  free_plan: {
    tone: "late",
    what: "Restricted free account",
    means:
      "The key works, but the account can only request tracking. Shipments and containers can’t be read, so the board stays empty.",
    advice:
      "Ask the service for read access: a 7-day trial for up to 10 containers, or a paid plan. Drayboard starts automatically within a day. You can also check now.",
  },
  trial_over: {
    tone: "late",
    what: "Trial or plan ended",
    means:
      "Shipments and containers can no longer be read: the 7-day trial is over, or the paid plan ended. Drayboard shows the last known data.",
    advice:
      "Buy or renew a paid plan. No data is lost: Drayboard loads missed changes once it has access again. You can also check now.",
  },
  unknown: {
    tone: "plain",
    what: "Unknown",
    means: "No response from the service yet.",
    advice: "Check again. If this continues, check TRACKING_API_URL and TRACKING_API_KEY.",
  },
};
