import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { withOwnWebhook } from "@/lib/features/webhooks/registration/change-webhook";
import { putWebhookInOrder } from "@/lib/features/webhooks/registration/registration";
import { readWebhookChoice } from "@/lib/features/webhooks/registration/subscribed-events";
import { reasonAgainst } from "@/lib/features/webhooks/rules/callback-url";
import { tryAgain } from "@/lib/ingest/dead-letters";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { findRestored } from "@/lib/platform/database/restored";
import { requestSyncRun } from "@/lib/sync/drift-repairs/run-store";
import { checkReach } from "@/lib/tracking-client/capability-probe";
import { clientForUser } from "@/lib/tracking-client/open-client";

/**
 * Requests the rights of the key and the state of the webhook from the service again. Throws the service's own refusal.
 */
export async function checkConnection(): Promise<void> {
  await requireSession("administer");
  await checkReach(db(), clientForUser());
  if (await findRestored(db())) return;
  const { wanted } = await readWebhookChoice(db());
  if (wanted && reasonAgainst(config()) === null) await withOwnWebhook(null, putWebhookInOrder);
}

/**
 * Schedules dead-lettered notifications for a retry: the one with the given id, or all without an id. Returns their
 * number.
 */
export async function retryNotifications(id?: string): Promise<number> {
  const by = await requireSession("administer");
  const count = await tryAgain(db(), id);
  await recordDone(by, {
    action: "retried deliveries",
    record: id === undefined ? undefined : { type: "delivery", id },
    detail: `${count}`,
  });
  return count;
}

/** Requests a sync run now, before the next scheduled one. */
export async function startSyncRun(): Promise<void> {
  const by = await requireSession("administer");
  await requestSyncRun(db(), "a user requested it");
  await recordDone(by, { action: "requested a sync run" });
}
