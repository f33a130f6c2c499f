import { WEEKDAYS } from "@/lib/domain/time/time-format";
import { addDays, weekday } from "@/lib/domain/time/zoned-time";
import { type LastGate, minutesOf } from "./gate-schedule";

/** "5:00 PM Fri"; a gate at "24:00" closes at 12:00 AM of the following day. */
export function closingTime({ on, time }: LastGate): string {
  const minutes = minutesOf(time);
  const day = weekday(minutes === 1_440 ? addDays(on, 1) : on);
  const hour = Math.floor(minutes / 60) % 24;
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? "AM" : "PM"} ${WEEKDAYS[day]}`;
}

/** "closes 5:00 PM Fri", "closed 5:00 PM Fri" once it is past. */
export const closingText = (lastGate: LastGate, past: boolean): string =>
  `${past ? "closed" : "closes"} ${closingTime(lastGate)}`;
