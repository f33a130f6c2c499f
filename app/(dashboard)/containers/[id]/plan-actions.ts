"use server";

import { FieldProblems, formAction, textOf } from "@/app/(dashboard)/_forms/form-action";
import { settled, timeProblems, typedTime } from "@/app/(dashboard)/_forms/local-time-field";
import { readViewerLocale } from "@/app/(dashboard)/_layout/user-preferences";
import { findPlanVersion, savePlannedMove } from "@/lib/features/moves/commands/planned-moves";

/**
 * Saves the dashboard's plan for a container. Fields: `containerId`, `version`, `pickup`, `delivery` and `emptyReturn`
 * with their zones, `deliveryPlace`, `emptyReturnPlace`, `driver`, `note`.
 */
export const savePlanAction = formAction(savePlannedMove, {
  read: async (form) => {
    const locale = await readViewerLocale();
    const times = {
      pickup: typedTime(form, "pickup", locale),
      delivery: typedTime(form, "delivery", locale),
      emptyReturn: typedTime(form, "emptyReturn", locale),
    };
    const problems = timeProblems(times);
    if (Object.keys(problems).length > 0) return new FieldProblems(problems);
    return {
      containerId: textOf(form, "containerId"),
      version: form.get("version"),
      pickup: settled(times.pickup),
      delivery: settled(times.delivery),
      deliveryPlace: form.get("deliveryPlace") ?? "",
      emptyReturn: settled(times.emptyReturn),
      emptyReturnPlace: form.get("emptyReturnPlace") ?? "",
      driver: form.get("driver") ?? "",
      note: form.get("note") ?? "",
    };
  },
  done: () => "Plan saved.",
  invalid: "at fields",
  current: async (form, { db }) => ({
    version: String(await findPlanVersion(db, textOf(form, "containerId"))),
  }),
});
