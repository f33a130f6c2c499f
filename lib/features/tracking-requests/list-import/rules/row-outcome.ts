/** The outcomes of a list row, from the start of the job to the response of the line. */
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
  waiting: "Queued",
  asked: "Waiting for the line",
  awaiting_manifest: "Awaiting manifest",
  tracking: "Tracking",
  failed: "Failed",
  refused: "Not requested: errors",
  skipped: "Skipped",
  cancelled: "Not started",
};

/** The number of rows of a list per outcome. */
export type OutcomeCounts = Record<ListOutcome, number>;

/** One row of a list and its outcome. `reason` is the failed_reason of the service, `words` any other message. */
export type ListRowState = {
  position: number;
  line: number;
  number: string;
  outcome: ListOutcome;
  words: string | null;
  reason: string | null;
  shipmentId: string | null;
  /** When the service created the request, UTC. Null when it was not created. */
  requestedAt: string | null;
};

/** Requests per minute of a list job: the limit of the service minus the share reserved for users. */
const REQUESTS_A_MINUTE = 90;

/** Estimates the time to process the waiting rows: "about 4m". Null for less than a minute. */
export function timeLeftText(waiting: number): string | null {
  if (waiting < REQUESTS_A_MINUTE) return null;
  const minutes = Math.ceil(waiting / REQUESTS_A_MINUTE);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `about ${minutes}m` : `about ${hours}h ${minutes % 60}m`;
}

/** Number of failed rows that can be downloaded as a file. */
export const failedRows = ({ failed, refused }: OutcomeCounts): number => failed + refused;
