import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { tryAgain } from "@/lib/webhooks/set-aside";
import { recordDone } from "./record-done";

/** Has what was set aside tried again: one notification, or all without an id. Answers how many. */
export async function retryNotifications(id?: string): Promise<number> {
  const by = await requireSession("administer");
  const count = await tryAgain(db(), id);
  await recordDone(by, {
    action: "had deliveries tried again",
    ...(id === undefined ? {} : { record: { type: "delivery", id } }),
    detail: `${count}`,
  });
  return count;
}
