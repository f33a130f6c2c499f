import type { KnownNumber } from "@/lib/features/tracking-requests/rules/tracked-number";
import { isTracked, knownNumberText } from "@/lib/features/tracking-requests/rules/tracked-number";
import type { ListRow } from "./rows";

/** The status of a list row before the import. */
export const ROW_STATUSES = ["ready", "wrong", "repeated", "known"] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];
export const STATUS_LABELS: Record<RowStatus, string> = {
  ready: "Ready to track",
  wrong: "Has errors",
  repeated: "Duplicate",
  known: "Already tracked",
};

/** A number that is already tracked is requested only when the user sets `even`. */
export function statusOf(row: ListRow, known: ReadonlyMap<string, KnownNumber>, even: boolean): RowStatus {
  if (row.ask === null) return "wrong";
  if (row.repeats !== null) return "repeated";
  const found = known.get(row.key);
  return found && isTracked(found) && !even ? "known" : "ready";
}

/** Returns the reason that a row is not requested, or a note on one that is. Null when there is nothing to say. */
export function statusText(
  row: ListRow,
  known: ReadonlyMap<string, KnownNumber>,
  even: boolean,
): string | null {
  const found = known.get(row.key);
  switch (statusOf(row, known, even)) {
    case "ready":
      return found && !isTracked(found) ? knownNumberText(found) : null;
    case "wrong":
      return row.problems.join(" ");
    case "repeated":
      return `Duplicate of row ${row.repeats}.`;
    case "known":
      return found ? knownNumberText(found) : null;
  }
}
