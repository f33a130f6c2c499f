"use server";

import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { fieldProblems } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { findHoursSavedAt, setTerminalHours } from "@/lib/features/moves/commands/terminal-hours";
import { type GateHours, readDayHours } from "@/lib/features/moves/rules/terminal-hours";
import { db } from "@/lib/platform/database/client";

const UNREADABLE = "Enter times such as 07:00-16:30. Separate ranges with commas; they can’t overlap.";

const terminalIdOf = (form: FormData) => String(form.get("terminalId") ?? "");

/** Sets a terminal's gate hours. Fields: `terminalId`, `savedAt`, `day0` (Sunday) to `day6` (text as typed). */
export async function setTerminalHoursAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("dispatch");
    const hours: GateHours = [];
    const problems: Record<string, string> = {};
    for (let day = 0; day < 7; day += 1) {
      const openings = readDayHours(String(form.get(`day${day}`) ?? ""), day);
      if (openings === null) problems[`day${day}`] = UNREADABLE;
      else hours.push(...openings);
    }
    if (Object.keys(problems).length > 0) return fieldProblems(form, problems);
    await setTerminalHours(db(), session, {
      terminalId: terminalIdOf(form),
      hours,
      savedAt: String(form.get("savedAt") ?? ""),
    });
    return { done: "Gate hours saved.", problem: null, fields: {}, values: {} };
  } catch (error) {
    return dashboardFailure(error, form, async () => ({
      savedAt: await findHoursSavedAt(db(), terminalIdOf(form)),
    }));
  }
}
