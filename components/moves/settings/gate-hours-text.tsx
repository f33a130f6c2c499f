"use client";

import { useLocale } from "@/components/preferences/locale";
import { useTicking } from "@/components/time/clock";
import type { GateHours, SpecialDay } from "@/lib/domain/deadlines/gate-schedule";
import { localDate } from "@/lib/domain/time/zoned-time";
import { specialDaysText, weekText } from "@/lib/features/moves/messages/terminal-hours";

/** The gate hours of a week in the user's locale. */
export function WeekText({ hours }: { hours: GateHours }) {
  return weekText(useLocale(), hours);
}

/** Holidays and closures in the user's locale. */
export function SpecialDaysText({ days }: { days: readonly SpecialDay[] }) {
  const locale = useLocale();
  return useTicking((now) => specialDaysText(locale, days, localDate(new Date(now), null)));
}
