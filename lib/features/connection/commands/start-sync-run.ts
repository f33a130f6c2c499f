import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { db } from "@/lib/platform/database/client";
import { askForRound } from "@/lib/sync/drift-repairs/run-store";

/** Requests a sync run now, before the next scheduled one. */
export async function startRound(): Promise<void> {
  const by = await requireSession("administer");
  await askForRound(db(), "a person asked for it");
  await recordDone(by, { action: "requested a sync run" });
}
