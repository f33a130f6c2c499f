/** What a row of a list came to, from the first look to what the line answered. */
export const LIST_OUTCOMES = [
  "waiting",
  "asked",
  "awaiting_manifest",
  "tracking",
  "failed",
  "refused",
  "skipped",
  "cancelled",
] as const;
export type ListOutcome = (typeof LIST_OUTCOMES)[number];

export const OUTCOME_LABELS: Record<ListOutcome, string> = {
  waiting: "To be asked",
  asked: "Asking the line",
  awaiting_manifest: "Awaiting manifest",
  tracking: "Tracking",
  failed: "Failed at the line",
  refused: "Not asked: errors",
  skipped: "Skipped",
  cancelled: "Stopped before",
};

/** How many rows of a list came to what. */
export type OutcomeCounts = Record<ListOutcome, number>;

/** One row of a list and what it came to. `reason` is the service's failed_reason, `words` what else is said of it. */
export type ListRowState = {
  position: number;
  line: number;
  number: string;
  outcome: ListOutcome;
  words: string | null;
  reason: string | null;
  shipmentId: string | null;
  /** When the service made the request, UTC; null where it did not. */
  askedAt: string | null;
};

/** How many requests a minute a list is worked off with: what the service takes, but what is kept for people. */
const ASKED_A_MINUTE = 90;

/** "about 4 min", for so many rows still to be asked; null where it is a moment. */
export function timeLeftWords(waiting: number): string | null {
  if (waiting < ASKED_A_MINUTE) return null;
  const minutes = Math.ceil(waiting / ASKED_A_MINUTE);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `about ${minutes} min` : `about ${hours} h ${minutes % 60} min`;
}

/** Rows with an error that somebody may want as a file. */
export const failedRows = ({ failed, refused }: OutcomeCounts): number => failed + refused;
