import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { resealSecondFactors } from "@/lib/auth/second-factor/totp";
import { BOARD_ROW_VERSION } from "@/lib/domain/board-row/board-row";
import { doRows } from "@/lib/features/bulk-job-runner/run-jobs";
import { REPORT_ROW_VERSION } from "@/lib/features/reports/materialize/container-history";
import { catchUpReports, OLD_REPORT_ROWS } from "@/lib/features/reports/materialize/materialize";
import { ensureWebhook, keepConnection } from "@/lib/features/webhooks/registration/ensure-registered";
import { moveWebhookArchive, tidyWebhookArchive } from "@/lib/ingest/archive";
import { processWaiting } from "@/lib/ingest/process";
import { OLD_BOARD_ROWS } from "@/lib/mirror/apply/rebuild-old-board-rows";
import { rebuildStale } from "@/lib/mirror/apply/rebuild-outdated-rows";
import { config } from "@/lib/platform/config/config";
import { applyWorkerLimits, closeDatabase, db, pool } from "@/lib/platform/database/client";
import { listen } from "@/lib/platform/database/postgres-listener";
import { findRestored } from "@/lib/platform/database/restored";
import { oldRowRebuilder, requireKnownRows } from "@/lib/platform/database/row-versions";
import { NewerSchemaError, requireKnownSchema } from "@/lib/platform/database/schema-version";
import { endHeartbeat, type RowVersions, recordHeartbeat } from "@/lib/platform/database/worker-heartbeats";
import { logger } from "@/lib/platform/log";
import { INBOX_CHANNEL } from "@/lib/realtime/channels";
import { requestSyncRun } from "@/lib/sync/drift-repairs/run-store";
import { releaseClaims } from "@/lib/sync/fetch-queue/claim";
import { refetchNext } from "@/lib/sync/fetch-queue/fetch-next";
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

const STALE_REST_MS = 1_000;
const WEBHOOK_ARCHIVE_REST_MS = 5_000;
const REPORTS_REST_MS = 500;
const OLD_ROWS_REST_MS = 2_000;
const HEARTBEAT_MS = 10_000;
const TIDY_EVERY_MS = 3_600_000;
/** A start with --take-over ends the pause. Other running workers detect it within this time. */
const PAUSED_POLL_MS = 5_000;

const WORKER_ID = randomUUID();
const ROW_VERSIONS: RowVersions = {
  board_rows: BOARD_ROW_VERSION,
  report_containers: REPORT_ROW_VERSION,
};

/**
 * Aborted when a notification arrives or the worker stops: the inbox loop checks again immediately. Renewed before each
 * check.
 */
let arrival = new AbortController();

const sleep = (ms: number) => pause(ms, undefined, { signal }).catch(() => {});
const restUntilArrival = (ms: number) => pause(ms, undefined, { signal: arrival.signal }).catch(() => {});

function pollInbox(): Promise<boolean> {
  arrival = new AbortController();
  return processWaiting(db());
}

/** Repeats a step while there is work, pauses when there is none, and continues after any error of the step. */
async function repeat(
  name: string,
  step: () => Promise<boolean>,
  rest: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (!(await step())) await rest();
    } catch (error) {
      log.error({ loop: name, err: error }, "step failed");
      await sleep(2_000);
    }
  }
}

/** Runs an action once, retrying with growing pauses until it succeeds. */
async function once(name: string, action: () => Promise<unknown>): Promise<void> {
  for (let pauseMs = 1_000; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 30_000)) {
    try {
      await action();
      return;
    } catch (error) {
      log.error({ task: name, err: error }, "trying again");
      await sleep(pauseMs);
    }
  }
}

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
      if (!reported) log.warn(found, "restored from a backup and paused until npm run up -- --take-over");
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
  const client = openClient("refetch");
  const listener = listen(settings.databaseUrl, [INBOX_CHANNEL], {
    onMessage: () => arrival.abort(),
    onOpen: () => arrival.abort(),
  });
  // Before the first write: a newer worker must not rebuild rows while this one writes.
  await once("heartbeat", beat);
  const active = untilTakenOver();
  const registration = active.then(() => once("webhook", () => ensureWebhook(db(), client, settings)));
  await Promise.all([
    repeat("inbox", pollInbox, () => restUntilArrival(2_000)),
    repeat(
      "webhookArchive",
      () => moveWebhookArchive(db()),
      () => sleep(WEBHOOK_ARCHIVE_REST_MS),
    ),
    repeat(
      "tidying",
      () => tidyWebhookArchive(db(), settings.webhookArchiveDays).then(() => false),
      () => sleep(TIDY_EVERY_MS),
    ),
    repeat(
      "sealing",
      () => resealSecondFactors(db()).then(() => false),
      () => sleep(TIDY_EVERY_MS),
    ),
    repeat(
      "reports",
      () => catchUpReports(db()),
      () => sleep(REPORTS_REST_MS),
    ),
    active.then(() =>
      repeat(
        "refetch",
        () => refetchNext(db(), client),
        () => sleep(500),
      ),
    ),
    repeat(
      "stale rows",
      () => rebuildStale(db()),
      () => sleep(STALE_REST_MS),
    ),
    repeat("old board rows", oldRowRebuilder(db(), OLD_BOARD_ROWS), () => sleep(OLD_ROWS_REST_MS)),
    repeat("old report rows", oldRowRebuilder(db(), OLD_REPORT_ROWS), () => sleep(OLD_ROWS_REST_MS)),
    repeat(
      "heartbeat",
      () => beat().then(() => false),
      () => sleep(HEARTBEAT_MS),
    ),
    active.then(() => doRows(db(), openClient("job"), signal)),
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
  arrival.abort();
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
applyWorkerLimits();
await requireSchema();
log.info("worker started");
await run();
log.info("worker stopped");
