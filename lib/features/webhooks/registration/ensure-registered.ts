import { reasonAgainst, type Surroundings, webhookAddress } from "@/lib/features/webhooks/rules/callback-url";
import { refreshDeliveryAddresses } from "@/lib/ingest/sender-addresses";
import type { Database } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import { startLoop } from "@/lib/platform/queue/loop";
import { requestSyncRun } from "@/lib/sync/drift-repairs/run-store";
import { refreshReach } from "@/lib/tracking-client/capability-probe";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { encryptOldSecrets } from "@/lib/tracking-client/registered-webhook";
import { putWebhookInOrder } from "./registration";
import { withWebhookLock } from "./registration-lock";

const DEFAULT_OVERLAP_HOURS = 24;
const LOCK_WAIT_MS = 60_000;
const POLL_MS = 2 * 60_000;
const log = logger("webhook");

const LABELS = {
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
 * Refetches the sender addresses of deliveries when they are due and used. Does not throw: on an error the previous
 * list stays in use.
 */
async function refreshAddresses(db: Database, client: TrackingClient, dashboard: Dashboard): Promise<void> {
  if (!dashboard.trustedProxyHeader && !dashboard.trustedProxies) return;
  await refreshDeliveryAddresses(db, client).catch((error) =>
    log.warn({ err: error }, "the addresses deliveries come from could not be read"),
  );
}

/**
 * Ensures that the service delivers to this installation. The webhook with its address is reused if its secret is
 * known. Else a webhook is created and the secret of the response is stored. A webhook deactivated by the service is
 * reactivated. Only one process runs this at a time: if several start together, the first creates the webhook and the
 * others find it. The sender addresses are read first. Otherwise a sample from a new address would be refused and the
 * webhook would stay inactive.
 */
export async function ensureWebhook(
  db: Database,
  client: TrackingClient,
  dashboard: Dashboard,
): Promise<void> {
  await withWebhookLock(db, LOCK_WAIT_MS, () => encryptOldSecrets(db));
  const reason = reasonAgainst(dashboard);
  if (reason !== null) {
    log.info({ reason: LABELS[reason] }, "no webhook registers itself");
    return;
  }
  const keeping = {
    db,
    client,
    url: webhookAddress(dashboard),
    overlapHours: dashboard.webhookOverlapHours ?? DEFAULT_OVERLAP_HOURS,
    requestSyncRun: (why: string) => requestSyncRun(db, why),
  };
  await refreshAddresses(db, client, dashboard);
  await withWebhookLock(db, LOCK_WAIT_MS, (check) =>
    putWebhookInOrder({ ...keeping, client: client.checkedBy(check) }),
  );
}

/**
 * Maintains the connection at regular intervals after the first registration: the webhook, the access of the key and
 * the sender addresses. Ends when `signal` is aborted.
 */
export async function keepConnection(
  db: Database,
  client: TrackingClient,
  dashboard: Dashboard,
  signal: AbortSignal,
): Promise<void> {
  const attempt = (task: () => Promise<unknown>) =>
    task().catch((error: unknown) => log.warn({ err: error }, "the connection could not be looked after"));
  let isFirst = true;
  const step = async (): Promise<number> => {
    if (!isFirst && reasonAgainst(dashboard) === null)
      await attempt(() => ensureWebhook(db, client, dashboard));
    isFirst = false;
    await attempt(() => refreshReach(db, client));
    await attempt(() => refreshAddresses(db, client, dashboard));
    return POLL_MS;
  };
  await startLoop("connection", { log, signal }, step).ended;
}
