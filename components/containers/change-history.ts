import type { Hold } from "@/lib/contract/container";
import type { DeadlineSource } from "@/lib/domain/deadlines/deadline";
import { changeWords } from "@/lib/features/containers/messages/change-description";
import type { ContainerChange, ReportedChange } from "./page-data";

/** Changes a reader can see, newest first, each with its words. */
export function reportedChanges(changes: readonly ContainerChange[], now: Date): ReportedChange[] {
  return changes
    .map((change) => ({ ...change, words: changeWords(change, { now }) }))
    .filter(({ words }) => words.length > 0);
}

/** When a hold was placed or announced, as far as the dashboard saw it; null when it was there from the start. */
export function holdSince(hold: Hold, changes: readonly ReportedChange[]): string | null {
  const label = `hold ${hold.name}`;
  const placed = changes.find(({ words }) =>
    words.some((word) => word.label === label && (word.after === "placed" || word.after === hold.status)),
  );
  return placed?.asOf ?? null;
}

const DEADLINE_LABELS: Record<DeadlineSource, string> = {
  line: "line deadline",
  terminal: "terminal deadline",
  rail: "rail deadline",
  not_reported: "last free day",
};

/** The newest move of a source's day: when, and what it was; null when it stands as first reported. */
export function deadlineMoved(
  source: DeadlineSource,
  changes: readonly ReportedChange[],
): { asOf: string; was: string } | null {
  for (const { asOf, words } of changes) {
    const moved = words.find((word) => word.label === DEADLINE_LABELS[source] && word.before !== null);
    if (moved?.before) return { asOf, was: moved.before };
  }
  return null;
}
