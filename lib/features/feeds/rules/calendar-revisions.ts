import { addDays, localDate } from "@/lib/domain/time/zoned-time";
import { type CalendarEntry, entryDay } from "./calendar-entries";

/**
 * An entry as last returned in a calendar. `sequence` grows with each change, and `changedAt` is the time of the last
 * change. `cancelledAt` is when it was found to be removed, null while it exists. Instants are UTC text.
 */
export type ReportedEntry = {
  containerId: string;
  entry: CalendarEntry;
  sequence: number;
  changedAt: string;
  cancelledAt: string | null;
};

/** An entry of a container that the calendar must contain. */
export type WantedEntry = { containerId: string; entry: CalendarEntry };

/** The result of an update: the entries to show, the changed entries to store, and the entries to delete. */
export type Telling = { shown: ReportedEntry[]; changed: ReportedEntry[]; forgotten: ReportedEntry[] };

/** How many days a removed entry is shown as cancelled, and a past time is still listed. */
export const DAYS_REPORTED = 30;
const DAYS_REPORTED_MS = DAYS_REPORTED * 86_400_000;

const keyOf = ({ containerId, entry }: WantedEntry): string => JSON.stringify([containerId, entry.kind]);

const factsOf = ({ on, at, title, place, notes }: CalendarEntry): string =>
  JSON.stringify([on, at, title, place, notes]);

/** Whether an entry is old enough to be left out. Not checked for a day that is still wanted. */
const isPast = (entry: CalendarEntry, now: Date): boolean =>
  entryDay(entry) < addDays(localDate(now, null), -DAYS_REPORTED);

function retold(wanted: WantedEntry, reported: ReportedEntry | undefined, now: Date): ReportedEntry {
  const changedAt = now.toISOString();
  if (!reported) return { ...wanted, sequence: 0, changedAt, cancelledAt: null };
  if (reported.cancelledAt === null && factsOf(reported.entry) === factsOf(wanted.entry)) return reported;
  return { ...wanted, sequence: reported.sequence + 1, changedAt, cancelledAt: null };
}

/**
 * Returns the cancelled form of an entry that is no longer wanted, null when it can be deleted. It is cancelled for
 * some time before deletion. An entry in the past is deleted immediately.
 */
function ended(reported: ReportedEntry, now: Date): ReportedEntry | null {
  if (reported.cancelledAt === null) {
    if (isPast(reported.entry, now)) return null;
    const at = now.toISOString();
    return { ...reported, sequence: reported.sequence + 1, changedAt: at, cancelledAt: at };
  }
  return now.getTime() - Date.parse(reported.cancelledAt) < DAYS_REPORTED_MS ? reported : null;
}

/**
 * Computes the calendar at `now` from the entries returned before and the wanted entries. An entry of the same
 * container and kind is moved, and a removed entry is cancelled. Unchanged entries stay byte-identical.
 */
export function reportAgain(
  before: readonly ReportedEntry[],
  wanted: readonly WantedEntry[],
  now: Date,
): Telling {
  const left = new Map(before.map((reported) => [keyOf(reported), reported]));
  const telling: Telling = { shown: [], changed: [], forgotten: [] };
  const show = (entry: ReportedEntry, was: ReportedEntry | undefined) => {
    telling.shown.push(entry);
    if (entry !== was) telling.changed.push(entry);
  };
  for (const each of wanted) {
    if (each.entry.at !== null && isPast(each.entry, now)) continue;
    const reported = left.get(keyOf(each));
    left.delete(keyOf(each));
    show(retold(each, reported, now), reported);
  }
  for (const reported of left.values()) {
    const stored = ended(reported, now);
    if (stored) show(stored, reported);
    else telling.forgotten.push(reported);
  }
  return telling;
}
