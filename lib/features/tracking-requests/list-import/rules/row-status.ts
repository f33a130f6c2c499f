import type { KnownNumber } from "@/lib/features/tracking-requests/rules/tracked-number";
import { knownNumberWords } from "@/lib/features/tracking-requests/rules/tracked-number";
import type { ListRow } from "./rows";

/** How a row of a list stands before anything is asked. */
export const LIST_STANDINGS = ["ready", "wrong", "repeated", "known"] as const;
export type ListStanding = (typeof LIST_STANDINGS)[number];
export const STANDING_LABELS: Record<ListStanding, string> = {
  ready: "To be asked",
  wrong: "With errors",
  repeated: "Twice in the list",
  known: "Tracked already",
};

/** A number that is followed already is asked only where somebody wants it `even` so. */
export function standingOf(
  row: ListRow,
  known: ReadonlyMap<string, KnownNumber>,
  even: boolean,
): ListStanding {
  if (row.ask === null) return "wrong";
  if (row.repeats !== null) return "repeated";
  return known.has(row.key) && !even ? "known" : "ready";
}

/** Why a row is not asked, in words; null for one that is. */
export function standingWords(
  row: ListRow,
  known: ReadonlyMap<string, KnownNumber>,
  even: boolean,
): string | null {
  switch (standingOf(row, known, even)) {
    case "ready":
      return null;
    case "wrong":
      return row.problems.join(" ");
    case "repeated":
      return `The same as row ${row.repeats}.`;
    case "known": {
      const found = known.get(row.key);
      return found ? knownNumberWords(found) : null;
    }
  }
}
