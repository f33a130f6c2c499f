import { z } from "zod";
import type { AuditInput } from "@/lib/auth/audit/audit-log";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { EVENTS } from "@/lib/contract/events";
import { listServiceWebhooks, removeServiceWebhook } from "@/lib/features/webhooks/queries/account-webhooks";
import { reasonAgainst, webhookAddress } from "@/lib/features/webhooks/rules/callback-url";
import { config } from "@/lib/platform/config/config";
import { findRestored, TAKE_OVER } from "@/lib/platform/database/restored";
import { AppError } from "@/lib/platform/errors";
import { requestSyncRun } from "@/lib/sync/drift-repairs/run-store";
import { type Keeping, putWebhookInOrder, rotateWebhookSecret as rotate } from "./registration";
import { findWebhookCheck, noteWebhookCheck } from "./registration-check";
import { withWebhookLock } from "./registration-lock";
import { readWebhookChoice, writeWebhookChoice } from "./subscribed-events";

const LOCK_WAIT_MS = 6_000;

const AGAINST = {
  by_hand: "WEBHOOK_SECRET is set, so this webhook is managed manually. Unset it to let Drayboard manage it.",
  out_of_reach: "The service can’t reach PUBLIC_URL. Set it to an https URL, then restart Drayboard.",
};

const PAUSED =
  "Drayboard was restored from a backup and is paused. Its webhook may still belong to the original. " +
  `Stop the original and start this one with: ${TAKE_OVER}`;

/**
 * Runs an action on the webhook of this installation under the webhook lock, and records it as `done`. Null for actions
 * that only read. Throws the error of the service.
 */
export async function withOwnWebhook(
  ctx: CommandContext,
  done: AuditInput | null,
  action: (keeping: Keeping) => Promise<unknown>,
): Promise<void> {
  const { db, tracking } = ctx;
  const settings = config();
  const reason = reasonAgainst(settings);
  if (reason !== null) throw new AppError("not_allowed", AGAINST[reason]);
  if (await findRestored(db)) throw new AppError("not_allowed", PAUSED);
  const keeping = {
    db,
    url: webhookAddress(settings),
    overlapHours: settings.webhookOverlapHours,
    requestSyncRun: (reason: string) => requestSyncRun(db, reason),
  };
  await withWebhookLock(db, LOCK_WAIT_MS, (check) =>
    action({ ...keeping, client: tracking.checkedBy(check) }),
  );
  if (done) await recordDone(ctx, done);
}

const nothing = z.object({});

/** Registers the webhook of this installation or reactivates it. Throws the error of the service. */
export const registerWebhook = command(
  { right: "administer", input: nothing },
  async (ctx): Promise<void> =>
    withOwnWebhook(ctx, { action: "own_webhook.registered" }, async (keeping) => {
      await writeWebhookChoice(keeping.db, { wanted: true });
      await putWebhookInOrder(keeping);
    }),
);

/**
 * Sets the events of this installation's webhook. Null: all events, including those of later versions. If the service
 * refuses the choice, it is undone and the error is thrown.
 */
export const chooseWebhookEvents = command(
  { right: "administer", input: z.object({ events: z.array(z.enum(EVENTS)).min(1).nullable() }) },
  async (ctx, { events }): Promise<void> =>
    withOwnWebhook(ctx, { action: "own_webhook.events_chosen", data: { events } }, async (keeping) => {
      const before = await readWebhookChoice(keeping.db);
      await writeWebhookChoice(keeping.db, { events });
      if (!before.wanted) return;
      try {
        await putWebhookInOrder(keeping);
      } catch (error) {
        await writeWebhookChoice(keeping.db, { events: before.events });
        throw error;
      }
    }),
);

/** Rotates the secret of this installation's webhook. The old secret is accepted until its last possible delivery. */
export const rotateWebhookSecret = command(
  { right: "administer", input: nothing },
  async (ctx): Promise<void> => withOwnWebhook(ctx, { action: "own_webhook.secret_rotated" }, rotate),
);

/** Removes the webhook of this installation at the service. It is not registered again until a user requests it. */
export const removeWebhook = command(
  { right: "administer", input: nothing },
  async (ctx): Promise<void> =>
    withOwnWebhook(ctx, { action: "own_webhook.removed" }, async (keeping) => {
      await writeWebhookChoice(keeping.db, { wanted: false });
      await putWebhookInOrder(keeping);
    }),
);

/** Removes another webhook that delivers to our address with an unknown secret. Others are not touched. */
export const removeStrayWebhook = command(
  { right: "administer", input: z.object({ id: z.string().min(1).max(200) }) },
  async (ctx, { id }): Promise<void> => {
    const done = { action: "stray_webhook.removed", record: { type: "webhook", id } } as const;
    await withOwnWebhook(ctx, done, async ({ db, client, url }) => {
      const check = await findWebhookCheck(db);
      const noted = check?.others.some((other) => other.id === id && other.atOurAddress);
      const there = await listServiceWebhooks(client);
      const status = there.find((webhook) => webhook.id === id);
      if (!noted || (status && status.url !== url))
        throw new AppError("not_allowed", "Only webhooks with Drayboard's address can be removed here.");
      await removeServiceWebhook(client, id);
      await noteWebhookCheck(db, { others: check?.others.filter((other) => other.id !== id) });
    });
  },
);
