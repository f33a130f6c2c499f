"use server";

import { FieldProblems, formAction, textOf } from "@/app/(dashboard)/_forms/form-action";
import { findHoursSavedAt, setTerminalHours } from "@/lib/features/moves/commands/terminal-hours";
import { type GateHours, readDayHours } from "@/lib/features/moves/rules/terminal-hours";

const UNREADABLE = "Enter times such as 07:00-16:30. Separate ranges with commas; they can’t overlap.";

/** Sets a terminal's gate hours. Fields: `terminalId`, `savedAt`, `day0` (Sunday) to `day6` (text as typed). */
export const setTerminalHoursAction = formAction(setTerminalHours, {
  read: (form) => {
    const hours: GateHours = [];
    const problems: Record<string, string> = {};
    for (let day = 0; day < 7; day += 1) {
      const openings = readDayHours(textOf(form, `day${day}`), day);
      if (openings === null) problems[`day${day}`] = UNREADABLE;
      else hours.push(...openings);
    }
    if (Object.keys(problems).length > 0) return new FieldProblems(problems);
    return { terminalId: textOf(form, "terminalId"), hours, savedAt: textOf(form, "savedAt") };
  },
  done: () => "Gate hours saved.",
  invalid: "at fields",
  current: async (form, { db }) => ({ savedAt: await findHoursSavedAt(db, textOf(form, "terminalId")) }),
});
