"use server";

import { FieldProblems, formAction, textOf } from "@/app/(dashboard)/_forms/form-action";
import { readViewerLocale } from "@/app/(dashboard)/_layout/user-preferences";
import type { GateHours } from "@/lib/domain/deadlines/gate-schedule";
import { findHoursSavedAt, setTerminalHours } from "@/lib/features/moves/commands/terminal-hours";
import { readSpecialDayLines } from "@/lib/features/moves/rules/special-days";
import { readDayHours } from "@/lib/features/moves/rules/terminal-hours";

const UNREADABLE =
  "Enter times such as 7am-5pm or 07:00-17:00. Separate ranges with commas; they can’t overlap.";

/** Sets a terminal's gate hours. Fields: `terminalId`, `savedAt`, `day0` (Sunday) to `day6` and
 * `specialDays` (text as typed). */
export const setTerminalHoursAction = formAction(setTerminalHours, {
  read: async (form) => {
    const locale = await readViewerLocale();
    const hours: GateHours = [];
    const problems: Record<string, string> = {};
    for (let day = 0; day < 7; day += 1) {
      const openings = readDayHours(textOf(form, `day${day}`), day);
      if (openings === null) problems[`day${day}`] = UNREADABLE;
      else hours.push(...openings);
    }
    const specialDays = readSpecialDayLines(locale, textOf(form, "specialDays"));
    if ("invalid" in specialDays) problems.specialDays = `This line can’t be read: ${specialDays.invalid}`;
    else if (specialDays.length > 0 && hours.length === 0)
      problems.specialDays = "Enter the weekly hours too.";
    if (Object.keys(problems).length > 0 || "invalid" in specialDays) return new FieldProblems(problems);
    return { terminalId: textOf(form, "terminalId"), hours, specialDays, savedAt: textOf(form, "savedAt") };
  },
  done: () => "Gate hours saved.",
  invalid: "at fields",
  current: async (form, { db }) => ({ savedAt: await findHoursSavedAt(db, textOf(form, "terminalId")) }),
});
