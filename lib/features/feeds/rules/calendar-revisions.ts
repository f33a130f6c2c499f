import { addDays, localDate } from "@/lib/domain/time/zoned-time";
import { type CalendarEntry, entryDay } from "./calendar-entries";

/**
 * An entry as a calendar last told it. `sequence` grows with each change, `changedAt` is when that was; `cancelledAt`
 * when it was found gone, null while it stands. Instants are UTC text.
 */
export type ToldEntry = {
  containerId: string;
  entry: CalendarEntry;
  sequence: number;
  changedAt: string;
  cancelledAt: string | null;
};

/** An entry that is to stand, of a box. */
export type WantedEntry = { containerId: string; entry: CalendarEntry };

/** What a calendar is to show now, what of it is to be kept anew, and what is to be forgotten. */
export type Telling = { shown: ToldEntry[]; changed: ToldEntry[]; forgotten: ToldEntry[] };

/** How long one that is gone is told as cancelled, and how long a time that has passed is still listed. */
export const DAYS_TOLD = 30;
const DAYS_TOLD_MS = DAYS_TOLD * 86_400_000;

const keyOf = ({ containerId, entry }: WantedEntry): string => JSON.stringify([containerId, entry.kind]);

const factsOf = ({ on, at, title, place, notes }: CalendarEntry): string =>
  JSON.stringify([on, at, title, place, notes]);

/** Whether an entry is old enough to be left out: a deadline that still applies never is. */
const isPast = (entry: CalendarEntry, now: Date): boolean =>
  entryDay(entry) < addDays(localDate(now, null), -DAYS_TOLD);

function retold(wanted: WantedEntry, told: ToldEntry | undefined, now: Date): ToldEntry {
  const changedAt = now.toISOString();
  if (!told) return { ...wanted, sequence: 0, changedAt, cancelledAt: null };
  if (told.cancelledAt === null && factsOf(told.entry) === factsOf(wanted.entry)) return told;
  return { ...wanted, sequence: told.sequence + 1, changedAt, cancelledAt: null };
}

/** One that nobody wants any more: cancelled for a while, then forgotten; at once where it is history anyway. */
function ended(told: ToldEntry, now: Date): ToldEntry | null {
  if (told.cancelledAt === null) {
    if (isPast(told.entry, now)) return null;
    const at = now.toISOString();
    return { ...told, sequence: told.sequence + 1, changedAt: at, cancelledAt: at };
  }
  return now.getTime() - Date.parse(told.cancelledAt) < DAYS_TOLD_MS ? told : null;
}

/**
 * What a calendar tells at `now`, from what it told before and what is to stand: the same entry of a box moves, one that
 * is gone is cancelled, and what did not change stays as it was to the byte.
 */
export function tellAnew(before: readonly ToldEntry[], wanted: readonly WantedEntry[], now: Date): Telling {
  const left = new Map(before.map((told) => [keyOf(told), told]));
  const telling: Telling = { shown: [], changed: [], forgotten: [] };
  const show = (entry: ToldEntry, was: ToldEntry | undefined) => {
    telling.shown.push(entry);
    if (entry !== was) telling.changed.push(entry);
  };
  for (const each of wanted) {
    if (each.entry.at !== null && isPast(each.entry, now)) continue;
    const told = left.get(keyOf(each));
    left.delete(keyOf(each));
    show(retold(each, told, now), told);
  }
  for (const told of left.values()) {
    const kept = ended(told, now);
    if (kept) show(kept, told);
    else telling.forgotten.push(told);
  }
  return telling;
}
