"use client";

import { useLocale } from "@/components/preferences/locale";
import { formatDay, formatLongDay, formatWeekday } from "@/lib/domain/time/time-format";

const FORMS = { short: formatDay, weekday: formatWeekday, long: formatLongDay } as const;

/**
 * A day "YYYY-MM-DD" in the user's locale: "Nov 20", "Fri, Nov 20", or "November 20, 2026". The year is shown if it
 * differs from that of `today`, and always in the long form.
 */
export function DayText({
  on,
  form = "short",
  today,
}: {
  on: string;
  form?: keyof typeof FORMS;
  today?: string;
}) {
  return <time dateTime={on}>{FORMS[form](useLocale(), on, today)}</time>;
}
