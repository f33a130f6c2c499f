import type { Act } from "@/lib/auth/audit/audit-log";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { reasonAgainst, webhookAddress } from "@/lib/features/webhooks/rules/callback-url";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { findRestored } from "@/lib/platform/database/restored";
import { AppError } from "@/lib/platform/errors";
import { askForRound } from "@/lib/sync/drift-repairs/run-store";
import { clientForPerson } from "@/lib/tracking-client/open-client";
import type { Keeping } from "./registration";
import { withWebhookLock } from "./registration-lock";

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
  done: Act | null,
  act: (keeping: Keeping) => Promise<unknown>,
): Promise<void> {
  const by = await requireSession("administer");
  const settings = config();
  const reason = reasonAgainst(settings);
  if (reason !== null) throw new AppError("not_allowed", AGAINST[reason]);
  if (await findRestored(db())) throw new AppError("not_allowed", PAUSED);
  const keeping = {
    db: db(),
    client: clientForPerson(),
    url: webhookAddress(settings),
    overlapHours: settings.webhookOverlapHours,
    askForRound: (why: string) => askForRound(db(), why),
  };
  await withWebhookLock(keeping.db, LOCK_WAIT_MS, (check) =>
    act({ ...keeping, client: keeping.client.checkedBy(check) }),
  );
  if (done) await recordDone(by, done);
}
