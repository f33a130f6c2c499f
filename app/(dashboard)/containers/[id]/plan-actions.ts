"use server";

import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { fieldProblems } from "@/app/(dashboard)/_forms/form-failure";
import { settled, timeProblems, typedTime } from "@/app/(dashboard)/_forms/local-time-field";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import {
  findPlanVersion,
  plannedMoveSchema,
  savePlannedMove,
} from "@/lib/features/moves/commands/planned-moves";
import { db } from "@/lib/platform/database/client";

const containerIdOf = (form: FormData) => String(form.get("containerId") ?? "");

/**
 * Saves the dashboard's plan for a container. Fields: `containerId`, `version`, `pickup`, `delivery` and `emptyReturn`
 * with their zones, `deliveryPlace`, `emptyReturnPlace`, `note`.
 */
export async function savePlanAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("dispatch");
    const times = {
      pickup: typedTime(form, "pickup"),
      delivery: typedTime(form, "delivery"),
      emptyReturn: typedTime(form, "emptyReturn"),
    };
    const problems = timeProblems(times);
    if (Object.keys(problems).length > 0) return fieldProblems(form, problems);
    const plan = plannedMoveSchema.parse({
      containerId: containerIdOf(form),
      version: form.get("version"),
      pickup: settled(times.pickup),
      delivery: settled(times.delivery),
      deliveryPlace: form.get("deliveryPlace") ?? "",
      emptyReturn: settled(times.emptyReturn),
      emptyReturnPlace: form.get("emptyReturnPlace") ?? "",
      note: form.get("note") ?? "",
    });
    await savePlannedMove(db(), session, plan);
    return { done: "Plan saved.", problem: null, fields: {}, values: {} };
  } catch (error) {
    return dashboardFailure(error, form, async () => ({
      version: String(await findPlanVersion(db(), containerIdOf(form))),
    }));
  }
}
