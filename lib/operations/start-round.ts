import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { askForRound } from "@/lib/sync/rounds";
import { recordDone } from "./record-done";

/** Asks for a round of reconciliation now rather than when the next is due. */
export async function startRound(): Promise<void> {
  const by = await requireSession("administer");
  await askForRound(db(), "a person asked for it");
  await recordDone(by, { action: "asked for a reconciliation" });
}
