import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { tryAgain } from "@/lib/webhooks/set-aside";

/** Has what was set aside tried again: one notification, or all without an id. Answers how many. */
export async function retryNotifications(id?: string): Promise<number> {
  await requireSession("administer");
  return tryAgain(db(), id);
}
