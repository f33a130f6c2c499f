import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { tryAgain } from "@/lib/ingest/dead-letters";
import { db } from "@/lib/platform/database/client";

/**
 * Schedules dead-lettered notifications for a retry: the one with the given id, or all without an id. Returns their
 * number.
 */
export async function retryNotifications(id?: string): Promise<number> {
  const by = await requireSession("administer");
  const count = await tryAgain(db(), id);
  await recordDone(by, {
    action: "retried deliveries",
    ...(id === undefined ? {} : { record: { type: "delivery", id } }),
    detail: `${count}`,
  });
  return count;
}
