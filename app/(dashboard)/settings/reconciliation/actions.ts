"use server";

import { formAction } from "@/app/(dashboard)/_forms/form-action";
import { startSyncRun } from "@/lib/features/connection/commands";

/** Starts a sync run now. */
export const startSyncRunAction = formAction(startSyncRun, {
  read: () => ({}),
  done: () => "A sync run starts within a minute.",
});
