import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { command } from "@/lib/auth/commands/command";
import { withOwnWebhook } from "@/lib/features/webhooks/registration/change-webhook";
import { putWebhookInOrder } from "@/lib/features/webhooks/registration/registration";
import { readWebhookChoice } from "@/lib/features/webhooks/registration/subscribed-events";
import { reasonAgainst } from "@/lib/features/webhooks/rules/callback-url";
import { tryAgain } from "@/lib/ingest/dead-letters";
import { config } from "@/lib/platform/config/config";
import { findRestored } from "@/lib/platform/database/restored";
import { requestSyncRun } from "@/lib/sync/drift-repairs/run-store";
import { checkReach } from "@/lib/tracking-client/capability-probe";

/**
 * Requests the rights of the key and the state of the webhook from the service again. Throws the service's own refusal.
 */
export const checkConnection = command(
  { right: "administer", input: z.object({}) },
  async (ctx): Promise<void> => {
    const { db, tracking } = ctx;
    await checkReach(db, tracking);
    if (await findRestored(db)) return;
    const { wanted } = await readWebhookChoice(db);
    if (wanted && reasonAgainst(config()) === null) await withOwnWebhook(ctx, null, putWebhookInOrder);
  },
);

/**
 * Schedules dead-lettered notifications for a retry: the one with the given id, or all without an id. Returns their
 * number.
 */
export const retryNotifications = command(
  { right: "administer", input: z.object({ id: z.string().min(1).max(500).optional() }) },
  async (ctx, { id }): Promise<number> => {
    const count = await tryAgain(ctx.db, id);
    const record = id === undefined ? undefined : { type: "delivery", id };
    await recordDone(ctx, { action: "deliveries.retried", record, data: { count } });
    return count;
  },
);

/** Requests a sync run now, before the next scheduled one. */
export const startSyncRun = command(
  { right: "administer", input: z.object({}) },
  async (ctx): Promise<void> => {
    await requestSyncRun(ctx.db, "a user requested it");
    await recordDone(ctx, { action: "sync_run.requested" });
  },
);
