import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { resealSecondFactors } from "@/lib/auth/second-factor/totp";
import { BOARD_ROW_VERSION } from "@/lib/domain/board-row/board-row";
import { doRows } from "@/lib/features/bulk-job-runner/run-jobs";
import { REPORT_ROW_VERSION } from "@/lib/features/reports/materialize/container-history";
import { catchUpReports, OLD_REPORT_ROWS } from "@/lib/features/reports/materialize/materialize";
import { deleteOldRecords } from "@/lib/features/retention/delete-old-records";
import { sampleWork } from "@/lib/features/samples/process-samples";
import { ensureWebhook, keepConnection } from "@/lib/features/webhooks/registration/ensure-registered";
import { moveWebhookArchive, tidyWebhookArchive } from "@/lib/ingest/archive";
import { processWaiting } from "@/lib/ingest/process";
import { OLD_BOARD_ROWS } from "@/lib/mirror/apply/rebuild-old-board-rows";
import { rebuildStale } from "@/lib/mirror/apply/rebuild-outdated-rows";
import { foldBoardCounts, joinBoardCountDeltas } from "@/lib/mirror/board-rows/board-counts";
import { config } from "@/lib/platform/config/config";
import { applyWorkerLimits, closeDatabase, db, pool } from "@/lib/platform/database/client";
import { tidyChanges } from "@/lib/platform/database/month-partitions";
import { findRestored, TAKE_OVER } from "@/lib/platform/database/restored";
import { oldRowRebuilder, requireKnownRows } from "@/lib/platform/database/row-versions";
import { NewerSchemaError, requireKnownSchema } from "@/lib/platform/database/schema-version";
import { endHeartbeat, type RowVersions, recordHeartbeat } from "@/lib/platform/database/worker-heartbeats";
import { logger } from "@/lib/platform/log";
import { endWithFolder } from "@/lib/platform/postgres/folder-watch";
import { startLoop, untilDone, wakeByNotify } from "@/lib/platform/queue/loop";
import { startTracing } from "@/lib/platform/tracing/start-tracing";
import { INBOX_CHANNEL } from "@/lib/realtime/channels";
import { serveWorkerMetrics } from "@/lib/realtime/serve-metrics";
import { requestSyncRun } from "@/lib/sync/drift-repairs/run-store";
import { releaseClaims } from "@/lib/sync/fetch-queue/claim";
import { refetchRound } from "@/lib/sync/fetch-queue/fetch-next";
import { PACE, reconcile } from "@/lib/sync/runs/reconciler";
import { openClient } from "@/lib/tracking-client/open-client";

/**
 * The worker process; any number may run. Processes the inbox and refetches, and one of them runs the reconciliation.
 */
const log = logger("worker");
const stopping = new AbortController();
const { signal } = stopping;
// Each of the loops below listens to the signal.
setMaxListeners(0, signal);
/** A request to the service may wait for minutes; nothing is lost when it is abandoned. */
const STOP_WITHIN_MS = 3_000;
/** A service that refuses the webhook must not block the first load. */
const REGISTRATION_WAIT_MS = 10_000;

/** A notification wakes the inbox loop; retries become due without one. */
const INBOX_REST_MS = 2_000;
const STALE_REST_MS = 1_000;
const WEBHOOK_ARCHIVE_REST_MS = 5_000;
const REPORTS_REST_MS = 500;
const COUNTS_REST_MS = 5_000;
const OLD_ROWS_REST_MS = 2_000;
const SAMPLES_REST_MS = 2_000;
const HEARTBEAT_MS = 10_000;
const TIDY_EVERY_MS = 3_600_000;
const AFTER_FAILURE_MS = 2_000;
/** A start with --take-over ends the pause. Other running workers detect it within this time. */
const PAUSED_POLL_MS = 5_000;

const WORKER_ID = randomUUID();
const ROW_VERSIONS: RowVersions = {
  board_rows: BOARD_ROW_VERSION,
  report_containers: REPORT_ROW_VERSION,
};

const sleep = (ms: number) => pause(ms, undefined, { signal }).catch(() => {});

/** Repeats a step, which returns the ms to rest, and continues after any error of it. */
const repeatWithRests = (name: string, step: () => Promise<number>) =>
  startLoop(name, { log, signal, afterFailureMs: AFTER_FAILURE_MS }, step);

/** Repeats a step while there is work, and rests when there is none. */
const repeat = (name: string, restMs: number, step: () => Promise<boolean>) =>
  repeatWithRests(name, async () => ((await step()) ? 0 : restMs));

/** Runs a task every hour. */
const hourly = (name: string, task: () => Promise<unknown>) =>
  repeat(name, TIDY_EVERY_MS, () => task().then(() => false));

const once = (name: string, task: () => Promise<unknown>): Promise<void> =>
  untilDone(name, { log, signal }, task);

/**
 * Starts the reconciliation after the webhook is registered, because changes after a list read must arrive as
 * notifications. If the registration takes long, it starts without it, and another sync run follows the registration.
 */
async function reconcileAfter(registration: Promise<unknown>, intervalMs: number): Promise<void> {
  let begun = false;
  const registered = registration.then(async () => {
    if (begun) await once("round", () => requestSyncRun(db(), "the webhook was registered"));
  });
  await Promise.race([registered, sleep(REGISTRATION_WAIT_MS)]);
  begun = true;
  await reconcile({ db: db(), pool: pool() }, openClient("reconciliation"), { ...PACE, intervalMs }, signal);
}

/**
 * Ends this process when a later version has migrated the database or rebuilt its rows. Waits while the database does
 * not respond.
 */
async function requireSchema(): Promise<void> {
  while (!signal.aborted) {
    try {
      await requireKnownSchema(db());
      return await requireKnownRows(db(), ROW_VERSIONS);
    } catch (error) {
      log.error({ err: error }, "not started");
      if (error instanceof NewerSchemaError) process.exit(1);
      await sleep(2_000);
    }
  }
}

/**
 * Waits while the data come out of a backup and nobody has taken over: until then nothing in the background may ask the
 * tracking service for anything, the original may still run on the same key (docs/decisions/0017).
 */
async function untilTakenOver(): Promise<void> {
  let reported = false;
  await once("restored", async () => {
    for (let found = await findRestored(db()); found && !signal.aborted; found = await findRestored(db())) {
      if (!reported) log.warn(found, `restored from a backup and paused until ${TAKE_OVER}`);
      reported = true;
      await sleep(PAUSED_POLL_MS);
    }
  });
}

/** The last write of this worker's heartbeat: one under way must not come after its removal. */
let heartbeat: Promise<void> = Promise.resolve();

function beat(): Promise<void> {
  if (!signal.aborted) heartbeat = recordHeartbeat(db(), WORKER_ID, ROW_VERSIONS);
  return heartbeat;
}

async function run(): Promise<void> {
  const settings = config();
  const seedsSamples = settings.seedSamples && settings.trackingServiceEmbedded;
  const client = openClient("refetch");
  // Before the first write: a newer worker must not rebuild rows while this one writes.
  await once("heartbeat", beat);
  const active = untilTakenOver();
  const registration = active.then(() => once("webhook", () => ensureWebhook(db(), client, settings)));
  const inboxLoop = repeat("inbox", INBOX_REST_MS, () => processWaiting(db()));
  const listener = wakeByNotify(settings.databaseUrl, { [INBOX_CHANNEL]: inboxLoop.wake });
  const loops = [
    inboxLoop,
    repeat("webhookArchive", WEBHOOK_ARCHIVE_REST_MS, () => moveWebhookArchive(db())),
    hourly("months of changes", () => tidyChanges(db())),
    hourly("tidying", () => tidyWebhookArchive(db(), settings.webhookArchiveDays)),
    repeat("board counts", COUNTS_REST_MS, () => foldBoardCounts(db(), new Date()).then(() => false)),
    hourly("retention", () => deleteOldRecords(db(), new Date(), signal)),
    hourly("joining counts", () => joinBoardCountDeltas(db())),
    hourly("sealing", () => resealSecondFactors(db())),
    repeat("reports", REPORTS_REST_MS, () => catchUpReports(db())),
    repeat("stale rows", STALE_REST_MS, () => rebuildStale(db())),
    repeat("old board rows", OLD_ROWS_REST_MS, oldRowRebuilder(db(), OLD_BOARD_ROWS)),
    repeat("old report rows", OLD_ROWS_REST_MS, oldRowRebuilder(db(), OLD_REPORT_ROWS)),
    repeat("heartbeat", HEARTBEAT_MS, () => beat().then(() => false)),
  ];
  await Promise.all([
    ...loops.map(({ ended }) => ended),
    active.then(() => repeatWithRests("refetch", () => refetchRound(db(), client)).ended),
    active.then(() => doRows(db(), openClient("job"), signal)),
    active.then(
      () => repeat("samples", SAMPLES_REST_MS, sampleWork(db(), openClient("job"), seedsSamples)).ended,
    ),
    registration.then(() => keepConnection(db(), client, settings, signal)),
    active.then(() => reconcileAfter(registration, settings.reconcileMinutes * 60_000)),
  ]);
  await heartbeat;
  await listener.close();
  await closeDatabase();
}

/**
 * Releases this worker's claimed fetches to other workers immediately. Its inbox rows and locks are released when it
 * ends.
 */
function stop(): void {
  stopping.abort();
  void releaseClaims(db()).catch(() => {});
  heartbeat = heartbeat
    .catch(() => {})
    .then(() => endHeartbeat(db(), WORKER_ID))
    .catch(() => {});
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
}

// The supervisor's liveness probe, answered by the event loop alone. Without an IPC channel no message arrives.
process.on("message", () => process.send?.("alive", undefined, undefined, () => undefined));
process.channel?.unref();
for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, stop);
endWithFolder(config().dataDir, (line) => log.error(line));
applyWorkerLimits();
const tracing = await startTracing("worker");
serveWorkerMetrics(config().metrics);
await requireSchema();
if (signal.aborted) {
  await closeDatabase();
  log.info("worker stopped before its start");
} else {
  log.info("worker started");
  await run();
  log.info("worker stopped");
}
await tracing?.stop();
