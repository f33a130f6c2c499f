import { formatTime, WEEKDAYS } from "@/lib/domain/time/time-format";
import { addDays, weekday } from "@/lib/domain/time/zoned-time";
import type { Locale } from "@/lib/platform/text/locale";
import type { LastGate } from "./gate-schedule";

/** "5:00 PM Fri", "17:00 Fri"; a gate at "24:00" closes at midnight, 12:00 AM, of the following day. */
export function closingTime(locale: Locale, { on, time }: LastGate): string {
  const atMidnight = time === "24:00";
  const day = weekday(atMidnight ? addDays(on, 1) : on);
  return `${formatTime(locale, atMidnight ? "00:00" : time)} ${WEEKDAYS[day]}`;
}

/** "closes 5:00 PM Fri", "closed 5:00 PM Fri" once it is past. */
export const closingText = (locale: Locale, lastGate: LastGate, past: boolean): string =>
  `${past ? "closed" : "closes"} ${closingTime(locale, lastGate)}`;
