import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { QueueId } from "@/lib/domain/board-row/queues";
import type { Moment } from "@/lib/domain/time/moment";
import { joined } from "@/lib/platform/text/bidi";
import type { Locale } from "@/lib/platform/text/locale";
import { nearMoment } from "./cell-text";

/** The time because of which a row leaves a queue. */
const REASONS: Partial<Record<QueueId, (row: BoardRow) => { word: string; moment: Moment | null }>> = {
  "no-appointment": ({ appointment, plannedPickup }) =>
    appointment ? { word: "appointment", moment: appointment } : { word: "planned", moment: plannedPickup },
  "planned-today": ({ plannedPickup, plannedReturn }) => ({
    word: "planned",
    moment: plannedPickup ?? plannedReturn,
  }),
  "follow-up-due": ({ followUp }) => ({
    word: "next check",
    moment: followUp?.nextCheckAt ? { at: followUp.nextCheckAt, zone: followUp.zone } : null,
  }),
};

/** "planned Mon 24, 8:00 AM · leaves this queue": a row with work in progress that no longer matches. */
export function leavingText(locale: Locale, row: BoardRow, queue: QueueId, now: number): string {
  const reason = REASONS[queue]?.(row);
  const leaves = queue === "all" ? "no longer matches the filters" : "leaves this queue";
  return reason?.moment
    ? joined([`${reason.word} ${nearMoment(locale, reason.moment, now)}`, leaves])
    : leaves;
}
