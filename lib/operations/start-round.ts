import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { askForRound } from "@/lib/sync/rounds";

/** Asks for a round of reconciliation now rather than when the next is due. */
export async function startRound(): Promise<void> {
  await requireSession("administer");
  await askForRound(db(), "a person asked for it");
}
