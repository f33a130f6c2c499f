import type { AuditInput } from "@/lib/auth/audit/audit-log";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import type { EventName } from "@/lib/contract/events";
import { listServiceWebhooks, removeServiceWebhook } from "@/lib/features/webhooks/queries/account-webhooks";
import { reasonAgainst, webhookAddress } from "@/lib/features/webhooks/rules/callback-url";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { findRestored } from "@/lib/platform/database/restored";
import { AppError } from "@/lib/platform/errors";
import { requestSyncRun } from "@/lib/sync/drift-repairs/run-store";
import { clientForUser } from "@/lib/tracking-client/open-client";
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
  "Stop the original and start this one with: npm run up -- --take-over";

/**
 * Runs an action on the webhook of this installation for a signed-in user under the webhook lock, and records it as
 * `done`. Null for actions that only read. Throws the error of the service.
 */
export async function withOwnWebhook(
  done: AuditInput | null,
  action: (keeping: Keeping) => Promise<unknown>,
): Promise<void> {
  const by = await requireSession("administer");
  const settings = config();
  const reason = reasonAgainst(settings);
  if (reason !== null) throw new AppError("not_allowed", AGAINST[reason]);
  if (await findRestored(db())) throw new AppError("not_allowed", PAUSED);
  const keeping = {
    db: db(),
    client: clientForUser(),
    url: webhookAddress(settings),
    overlapHours: settings.webhookOverlapHours,
    requestSyncRun: (why: string) => requestSyncRun(db(), why),
  };
  await withWebhookLock(keeping.db, LOCK_WAIT_MS, (check) =>
    action({ ...keeping, client: keeping.client.checkedBy(check) }),
  );
  if (done) await recordDone(by, done);
}

/** Registers the webhook of this installation or reactivates it. Throws the error of the service. */
export async function registerWebhook(): Promise<void> {
  await withOwnWebhook({ action: "registered the webhook" }, async (keeping) => {
    await writeWebhookChoice(keeping.db, { wanted: true });
    await putWebhookInOrder(keeping);
  });
}

/**
 * Sets the events of this installation's webhook. Null: all events, including those of later versions. If the service
 * refuses the choice, it is undone and the error is thrown.
 */
export async function chooseWebhookEvents(events: EventName[] | null): Promise<void> {
  const detail = events === null ? "all" : events.join(", ");
  await withOwnWebhook({ action: "chose the webhook’s events", detail }, async (keeping) => {
    const before = await readWebhookChoice(keeping.db);
    await writeWebhookChoice(keeping.db, { events });
    if (!before.wanted) return;
    try {
      await putWebhookInOrder(keeping);
    } catch (error) {
      await writeWebhookChoice(keeping.db, { events: before.events });
      throw error;
    }
  });
}

/** Rotates the secret of this installation's webhook. The old secret is accepted until its last possible delivery. */
export async function rotateWebhookSecret(): Promise<void> {
  await withOwnWebhook({ action: "rotated the webhook’s secret" }, rotate);
}

/** Removes the webhook of this installation at the service. It is not registered again until a user requests it. */
export async function removeWebhook(): Promise<void> {
  await withOwnWebhook({ action: "removed the webhook" }, async (keeping) => {
    await writeWebhookChoice(keeping.db, { wanted: false });
    await putWebhookInOrder(keeping);
  });
}

/** Removes another webhook that delivers to our address with an unknown secret. Others are not touched. */
export async function removeStrayWebhook(id: string): Promise<void> {
  const done = { action: "removed a webhook with an unknown secret", record: { type: "webhook", id } };
  await withOwnWebhook(done, async ({ db, client, url }) => {
    const check = await findWebhookCheck(db);
    const noted = check?.others.some((other) => other.id === id && other.atOurAddress);
    const there = await listServiceWebhooks(client);
    const status = there.find((webhook) => webhook.id === id);
    if (!noted || (status && status.url !== url))
      throw new AppError("not_allowed", "Only webhooks with Drayboard's address can be removed here.");
    await removeServiceWebhook(client, id);
    await noteWebhookCheck(db, { others: check?.others.filter((other) => other.id !== id) });
  });
}
