import type { Hold } from "@/lib/contract/container";
import type { DeadlineSource } from "@/lib/domain/deadlines/deadline";
import { changeText, holdLabel } from "@/lib/features/containers/messages/change-description";
import type { Locale } from "@/lib/platform/text/locale";
import type { ContainerChange, ReportedChange } from "./page-data";

/** Changes that are visible to users, newest first, each with its text. */
export function reportedChanges(
  changes: readonly ContainerChange[],
  now: Date,
  locale: Locale,
): ReportedChange[] {
  return changes
    .map((change) => ({ ...change, text: changeText(change, { now, locale }) }))
    .filter(({ text }) => text.length > 0);
}

/**
 * The time when a hold was placed or announced, as recorded by the dashboard. Null if it was present from the start.
 */
export function holdSince(hold: Hold, changes: readonly ReportedChange[]): string | null {
  const label = holdLabel(hold.name);
  const reportedPlace = changes.find(({ text }) =>
    text.some((word) => word.label === label && (word.after === "placed" || word.after === hold.status)),
  );
  return reportedPlace?.asOf ?? null;
}

const DEADLINE_LABELS: Record<DeadlineSource, string> = {
  line: "Line LFD",
  terminal: "terminal deadline",
  rail: "rail deadline",
  not_reported: "last free day",
};

/** The latest move of a source's day: its time and the previous day. Null if the day never moved. */
export function deadlineMoved(
  source: DeadlineSource,
  changes: readonly ReportedChange[],
): { asOf: string; was: string } | null {
  for (const { asOf, text } of changes) {
    const moved = text.find((word) => word.label === DEADLINE_LABELS[source] && word.before !== null);
    if (moved?.before) return { asOf, was: moved.before };
  }
  return null;
}
