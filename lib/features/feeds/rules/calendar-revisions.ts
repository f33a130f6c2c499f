import { addDays, localDate } from "@/lib/domain/time/zoned-time";
import { type CalendarEntry, entryDay } from "./calendar-entries";

/**
 * An entry as a calendar last reported it. `sequence` grows with each change, `changedAt` is when that was; `cancelledAt`
 * when it was found gone, null while it stands. Instants are UTC text.
 */
export type ReportedEntry = {
  containerId: string;
  entry: CalendarEntry;
  sequence: number;
  changedAt: string;
  cancelledAt: string | null;
};

/** An entry that is to stand, of a container. */
export type WantedEntry = { containerId: string; entry: CalendarEntry };

/** What a calendar is to show now, what of it is to be kept anew, and what is to be forgotten. */
export type Telling = { shown: ReportedEntry[]; changed: ReportedEntry[]; forgotten: ReportedEntry[] };

/** How long one that is gone is reported as cancelled, and how long a time that has passed is still listed. */
export const DAYS_REPORTED = 30;
const DAYS_REPORTED_MS = DAYS_REPORTED * 86_400_000;

const keyOf = ({ containerId, entry }: WantedEntry): string => JSON.stringify([containerId, entry.kind]);

const factsOf = ({ on, at, title, place, notes }: CalendarEntry): string =>
  JSON.stringify([on, at, title, place, notes]);

/** Whether an entry is old enough to be left out: a deadline that still applies never is. */
const isPast = (entry: CalendarEntry, now: Date): boolean =>
  entryDay(entry) < addDays(localDate(now, null), -DAYS_REPORTED);

function retold(wanted: WantedEntry, reported: ReportedEntry | undefined, now: Date): ReportedEntry {
  const changedAt = now.toISOString();
  if (!reported) return { ...wanted, sequence: 0, changedAt, cancelledAt: null };
  if (reported.cancelledAt === null && factsOf(reported.entry) === factsOf(wanted.entry)) return reported;
  return { ...wanted, sequence: reported.sequence + 1, changedAt, cancelledAt: null };
}

/** One that nobody wants any more: cancelled for a while, then forgotten; at once where it is history anyway. */
function ended(reported: ReportedEntry, now: Date): ReportedEntry | null {
  if (reported.cancelledAt === null) {
    if (isPast(reported.entry, now)) return null;
    const at = now.toISOString();
    return { ...reported, sequence: reported.sequence + 1, changedAt: at, cancelledAt: at };
  }
  return now.getTime() - Date.parse(reported.cancelledAt) < DAYS_REPORTED_MS ? reported : null;
}

/**
 * What a calendar tells at `now`, from what it reported before and what is to stand: the same entry of a container moves, one that
 * is gone is cancelled, and what did not change stays as it was to the byte.
 */
export function tellAnew(
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
    const kept = ended(reported, now);
    if (kept) show(kept, reported);
    else telling.forgotten.push(reported);
  }
  return telling;
}
