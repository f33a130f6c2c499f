/** The observations of one feature: when it was last allowed and when it was last refused (ISO text, UTC). */
export type PlanLimitSources = {
  openAt: string | null;
  refusedAt: string | null;
  /** The service's message at its last refusal. Null when it has not refused. */
  words: string | null;
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
type FeatureWords = { label: string; gives: string; without: string; advice: string };

const SALES = "Have the service’s sales add it to the plan, if it is worth it to you.";

export const FEATURE_WORDS: Record<PlanFeature, FeatureWords> = {
  records: {
    label: "Reading shipments and containers",
    gives: "The board and all pages",
    without: "Drayboard shows what it knew last, and cannot learn more.",
    advice: "Ask the service for its 7-day trial, or take a paid plan.",
  },
  tracking: {
    label: "Tracking more numbers",
    gives: "New containers on the board",
    without: "New numbers are refused until the account tracks fewer containers than its plan allows.",
    advice: "Stop tracking shipments that are done, or have the plan raised.",
  },
  webhooks: {
    label: "Webhooks and their log",
    gives: "Changes within seconds",
    without: "Changes come by sync only, minutes later.",
    advice: SALES,
  },
  routing_data: {
    label: "Maps and vessels (Routing Data)",
    gives: "The service’s own voyage map",
    without: "A container’s page draws the voyage from its milestones, without the vessel’s position.",
    advice: SALES,
  },
  rail_lfd: {
    label: "Rail last free days",
    gives: "The rail deadline of inland moves",
    without:
      "Inland containers show the line’s and the terminal’s deadline alone: ask the railroad for its own.",
    advice: SALES,
  },
  container_refresh: {
    label: "Refresh on demand",
    gives: "Asking terminal and line at once",
    without: "“Refresh” is refused. Facts come as often as the service looks by itself.",
    advice: SALES,
  },
  custom_fields: {
    label: "Custom fields",
    gives: "The account’s own fields",
    without: "Custom fields are neither shown nor filtered by.",
    advice: SALES,
  },
  documents: {
    label: "Documents",
    gives: "Papers next to the containers",
    without: "Documents are neither listed nor read.",
    advice: SALES,
  },
};

export type AccountStanding = "works" | "key_refused" | "free_plan" | "trial_over" | "unknown";

/**
 * Returns the status of the account and its key by the latest observation. `worksAt` is when records were last read.
 * The other times are when the service refused the key, or everything except tracking. `everRead` is whether records
 * were read before, which a restricted free account never could (interface.md, Authentication).
 */
export function accountStanding(seen: {
  worksAt: string | null;
  keyRefusedAt: string | null;
  planRefusedAt: string | null;
  everRead: boolean;
}): AccountStanding {
  const { worksAt, keyRefusedAt, planRefusedAt, everRead } = seen;
  const refusedAt = latestOf(keyRefusedAt, planRefusedAt);
  const access = accessNow({ openAt: worksAt, refusedAt });
  if (access !== "no") return access === "yes" ? "works" : "unknown";
  if (refusedAt === keyRefusedAt) return "key_refused";
  return everRead ? "trial_over" : "free_plan";
}

type StandingWords = {
  tone: "go" | "late" | "soon" | "plain";
  what: string;
  means: string;
  advice: string | null;
};

export const STANDING_WORDS: Record<AccountStanding, StandingWords> = {
  works: {
    tone: "go",
    what: "The key is taken",
    means:
      "Keys do not expire by themselves. One ends when somebody deletes it in the account’s developer area.",
    advice: null,
  },
  key_refused: {
    tone: "late",
    what: "The key is refused",
    means:
      "It was deleted or replaced in the account’s developer area, or is not whole here. Drayboard shows what it knew last; nothing can be asked or changed at the service.",
    advice:
      "Make a new key there, which is shown in full only once, put it into TRACKING_API_KEY, and start Drayboard and its workers again. What was missed meanwhile is found by the next round of reconciliation.",
  },
  free_plan: {
    tone: "late",
    what: "Restricted free account",
    means:
      "The key is good, but the account may only ask for tracking: shipments and containers cannot be read, so the board stays empty.",
    advice:
      "Ask the service to open reading: a trial of 7 days for up to 10 containers, or a paid plan. Drayboard begins by itself as soon as it may, at the latest the next day; “Ask again” has it look at once.",
  },
  trial_over: {
    tone: "late",
    what: "Trial or plan has ended",
    means:
      "Shipments and containers could be read before and cannot now: the 7 days of the trial are over, or the paid plan ended. Drayboard shows what it knew last.",
    advice:
      "Take a paid plan, or renew it. Nothing here is lost: Drayboard reads all it missed as soon as it may; “Ask again” has it look at once.",
  },
  unknown: {
    tone: "plain",
    what: "Not known yet",
    means: "The service has not answered Drayboard so far.",
    advice: "Ask again; if it goes on, look at TRACKING_API_URL and TRACKING_API_KEY.",
  },
};
