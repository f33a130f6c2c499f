import { setTimeout as pause } from "node:timers/promises";
import { reasonAgainst, type Surroundings, webhookAddress } from "@/lib/features/webhooks/rules/callback-url";
import { refreshDeliveryAddresses } from "@/lib/ingest/sender-addresses";
import type { Database } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import { askForRound } from "@/lib/sync/drift-repairs/run-store";
import { refreshReach } from "@/lib/tracking-client/capability-probe";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { encryptOldSecrets } from "@/lib/tracking-client/registered-webhook";
import { putWebhookInOrder } from "./registration";
import { withWebhookLock } from "./registration-lock";

const DEFAULT_OVERLAP_HOURS = 24;
const LOCK_WAIT_MS = 60_000;
const LOOK_MS = 2 * 60_000;
const log = logger("webhook");

const WORDS = {
  by_hand: "WEBHOOK_SECRET is set: one was registered by hand",
  out_of_reach:
    "PUBLIC_URL is not https, and the service of TRACKING_API_URL is not on this machine: it cannot deliver",
};

type Dashboard = Surroundings & {
  webhookOverlapHours?: number;
  trustedProxyHeader?: string | null;
  trustedProxies?: readonly unknown[] | null;
};

/**
 * Reads the list of the addresses deliveries come from when it is due, where they are looked at. Throws nothing: without
 * it the one before is looked at.
 */
async function refreshAddresses(db: Database, client: TrackingClient, dashboard: Dashboard): Promise<void> {
  if (!dashboard.trustedProxyHeader && !dashboard.trustedProxies) return;
  await refreshDeliveryAddresses(db, client).catch((error) =>
    log.warn({ err: error }, "the addresses deliveries come from could not be read"),
  );
}

/**
 * Makes sure that the service delivers to this installation: the webhook with its address is reused when its secret
 * is known, else one is created and the secret of the creation answer kept; one that the service switched off is
 * switched on again. One process at a time: of several that start together the first creates it, the others find it.
 * Before that the addresses deliveries come from are read: a sample from a new one would be refused, and it stay off.
 */
export async function ensureWebhook(
  db: Database,
  client: TrackingClient,
  dashboard: Dashboard,
): Promise<void> {
  await withWebhookLock(db, LOCK_WAIT_MS, () => encryptOldSecrets(db));
  const reason = reasonAgainst(dashboard);
  if (reason !== null) {
    log.info({ reason: WORDS[reason] }, "no webhook registers itself");
    return;
  }
  const keeping = {
    db,
    client,
    url: webhookAddress(dashboard),
    overlapHours: dashboard.webhookOverlapHours ?? DEFAULT_OVERLAP_HOURS,
    askForRound: (why: string) => askForRound(db, why),
  };
  await refreshAddresses(db, client, dashboard);
  await withWebhookLock(db, LOCK_WAIT_MS, (check) =>
    putWebhookInOrder({ ...keeping, client: client.checkedBy(check) }),
  );
}

/**
 * Looks after the connection now and then, once the webhook was first registered: the webhook, what the key opens, the
 * addresses deliveries come from. Ends when `signal` is aborted.
 */
export async function keepConnection(
  db: Database,
  client: TrackingClient,
  dashboard: Dashboard,
  signal: AbortSignal,
  everyMs = LOOK_MS,
): Promise<void> {
  const rest = () => pause(everyMs, undefined, { signal }).catch(() => {});
  const tasks = [
    () => refreshReach(db, client),
    () => refreshAddresses(db, client, dashboard),
    rest,
    () =>
      signal.aborted || reasonAgainst(dashboard) !== null ? undefined : ensureWebhook(db, client, dashboard),
  ];
  while (!signal.aborted) {
    for (const task of tasks) {
      try {
        await task();
      } catch (error) {
        log.warn({ err: error }, "the connection could not be looked after");
      }
    }
  }
}
