import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { bundle } from "@/bench/harness/bundle";
import type { Undo } from "@/bench/harness/clean-up";
import { containerRecord, notificationBody, shipmentRecord } from "@/lib/contract/fixtures";
import { BOARD_ROW_VERSION } from "@/lib/domain/board-row/board-row";
import { REPORT_ROW_VERSION } from "@/lib/features/reports/materialize/container-history";
import { processNext } from "@/lib/ingest/process";
import { noteBody } from "@/lib/ingest/test-inbox-delivery";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { endRestoredPause, noteRestored } from "@/lib/platform/database/restored";
import {
  boardRows,
  changes,
  containers,
  fetchQueue,
  inbox,
  shipments,
} from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { syncRunSince } from "@/lib/sync/drift-repairs/run-store";
import { requestRefetch } from "@/lib/sync/fetch-queue/enqueue";
import { refetchNext } from "@/lib/sync/fetch-queue/fetch-next";
import { TrackingClient } from "@/lib/tracking-client/client";
import { StubService } from "@/lib/tracking-client/test-stub-service";
import { pingOverIpc } from "@/scripts/up/liveness";

const KEY = "k3y-that-nobody-may-see";
const WAIT = { timeout: 60_000, interval: 50 };

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let workers: ChildProcess[] = [];
/** The bundled worker: each start of the TypeScript program costs a second of CPU time. */
let program = "";
const undos: Undo[] = [];
let output = "";

beforeAll(async () => {
  dashboard = await openTestDashboard();
  program = await bundle("worker.ts", (undo) => undos.push(undo));
});
afterAll(async () => {
  await dashboard.close();
  for (const undo of undos) await undo();
});
beforeEach(async () => {
  stub = await StubService.start(() => ({ body: { data: [], meta: { total: 0 } } }));
});
afterEach(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  workers = [];
  await stub.stop();
  expect(output).not.toContain(KEY);
});

function startWorker(settings: Record<string, string> = {}): ChildProcess {
  const worker = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: dashboard.url,
      TRACKING_API_URL: stub.baseUrl,
      TRACKING_API_KEY: KEY,
      NEXTAUTH_SECRET: "x".repeat(32),
      WEBHOOK_SECRET: "registered by hand",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  for (const stream of [worker.stdout, worker.stderr]) stream?.on("data", (text) => (output += text));
  workers.push(worker);
  return worker;
}

async function end(worker: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(worker, "exit");
  worker.kill(signal);
  return (await exited)[0];
}

async function note(id: string, createdAt: string, sealNumber: string): Promise<void> {
  const included = [containerRecord("c-1", { seal_number: sealNumber }), shipmentRecord("s-1")];
  const body = notificationBody({ id, createdAt, included });
  await noteBody(dashboard.pool, body);
}

/** Returns the database backends that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await dashboard.pool.query(
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

it("does not start on a database migrated by a newer version, and names both versions", async () => {
  const later = "delete from drizzle.__drizzle_migrations where hash = 'later'";
  await dashboard.pool.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 1999000000000)",
  );
  try {
    const [code] = await once(startWorker(), "exit");
    expect(code).toBe(1);
    expect(output).toMatch(/its last migration is one of 2033-05-06, this version knows them up to \d{4}_/);
  } finally {
    await dashboard.pool.query(later);
  }
});

it("that waits for the database ends on a signal, and does not log that it started", async () => {
  output = "";
  const worker = startWorker({ DATABASE_URL: "postgresql://me@127.0.0.1:1/none" });
  await vi.waitFor(() => expect(output).toContain("not started"), WAIT);
  expect(await end(worker, "SIGTERM")).toBe(0);
  expect(output).toContain("worker stopped before its start");
  expect(output).not.toContain("worker started");
});

describe("a worker", () => {
  it("responds to the supervisor's ping, but not while it is stopped", async () => {
    const worker = startWorker();
    await vi.waitFor(() => expect(output).toContain("worker started"), WAIT);
    expect(await pingOverIpc(worker, 30_000)).toBe(true);
    worker.kill("SIGSTOP");
    expect(await pingOverIpc(worker, 1_000)).toBe(false);
    worker.kill("SIGCONT");
    expect(await pingOverIpc(worker, 30_000)).toBe(true);
    expect(await end(worker, "SIGTERM")).toBe(0);
  });

  it("applies a change once when it is killed between applying a notification and marking it", async () => {
    await note("n-0", "2026-11-20T08:00:00Z", "before");
    await processNext(dashboard.db);
    const holder = new Client({ connectionString: dashboard.url });
    await holder.connect();
    await holder.query("begin; lock table cache_tags in exclusive mode");

    await note("n-1", "2026-11-20T09:00:00Z", "after");
    const first = startWorker();
    await vi.waitFor(async () => expect(await waiting()).toBe(1), WAIT);
    await end(first, "SIGKILL");
    expect(await dashboard.db.select().from(changes)).toEqual([]);
    await holder.query("rollback");
    await holder.end();

    startWorker();
    const processed = async () =>
      (await dashboard.db.select().from(inbox)).every((row) => row.processedAt !== null);
    await vi.waitFor(async () => expect(await processed()).toBe(true), WAIT);
    expect(await dashboard.db.select().from(changes)).toMatchObject([
      { field: "seal_number", before: "before", after: "after", notificationId: "n-1" },
    ]);
    const notified = await dashboard.db.select().from(inbox);
    expect(notified.map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(await dashboard.db.select().from(boardRows)).toHaveLength(1);
  });

  it("reads the account after its start, receives a notification immediately, and ends on a signal", async () => {
    const startedAt = new Date();
    await dashboard.pool.query("delete from sync_runs");
    const worker = startWorker();
    await vi.waitFor(async () => expect(await syncRunSince(dashboard.db, startedAt)).toBe(true), WAIT);
    for (const path of ["parties", "shipments", "containers", "tracking_requests"])
      expect(
        stub.asked.some((requested) => requested.startsWith(`${path}?`)),
        path,
      ).toBe(true);
    await note("n-2", "2026-11-20T10:00:00Z", "later");
    await vi.waitFor(async () => {
      const rows = await dashboard.db.select().from(inbox);
      expect(rows.every(({ processedAt }) => processedAt !== null)).toBe(true);
    }, WAIT);
    const began = Date.now();
    expect(await end(worker, "SIGTERM")).toBe(0);
    // Far below the 60 s that the service requested, also on a busy machine.
    expect(Date.now() - began).toBeLessThan(15_000);
    // The requested pause is stored, and workers of later tests would keep it.
    await dashboard.pool.query("delete from rate_limit_pauses");
  });

  it("of a restored installation applies incoming notifications, and sends no requests to the service before take-over", async () => {
    const backupAt = new Date().toISOString();
    await noteRestored(dashboard.db, { backupAt, restoredAt: backupAt });
    const { rows } = await dashboard.pool.query(
      "insert into jobs (kind, title, total) values ('refresh', 'Refresh', 1) returning id",
    );
    await dashboard.pool.query(
      "insert into job_rows (job_id, position, subject_id, label, input) values ($1, 0, 'c-1', 'c-1', '{}')",
      [rows[0]?.id],
    );
    await note("n-3", "2026-11-20T11:00:00Z", "restored");
    // Unset: otherwise the worker would register a webhook itself.
    startWorker({ WEBHOOK_SECRET: "" });
    const unprocessed = "select from inbox where processed_at is null";
    await vi.waitFor(async () => expect((await dashboard.pool.query(unprocessed)).rowCount).toBe(0), WAIT);
    await vi.waitFor(() => expect(output).toContain("paused until npm run up -- --take-over"), WAIT);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(stub.requests).toEqual([]);
    const waitingRows =
      "select from job_rows where state = 'waiting' and attempts = 0 and claimed_until is null";
    expect((await dashboard.pool.query(waitingRows)).rowCount).toBe(1);

    await endRestoredPause(dashboard.db);
    const requested = (start: string) => stub.asked.some((one) => one.startsWith(start));
    await vi.waitFor(() => expect(requested("webhooks")).toBe(true), WAIT);
    await vi.waitFor(() => expect(requested("containers")).toBe(true), WAIT);
    await vi.waitFor(async () => expect((await dashboard.pool.query(waitingRows)).rowCount).toBe(0), WAIT);
  });

  it("records its heartbeat with its row versions, and removes it when it ends", async () => {
    await dashboard.pool.query("delete from workers");
    const worker = startWorker();
    const recorded = async () => (await dashboard.pool.query("select row_versions from workers")).rows;
    await vi.waitFor(async () => expect(await recorded()).toHaveLength(1), WAIT);
    expect(await recorded()).toEqual([
      { row_versions: { board_rows: BOARD_ROW_VERSION, report_containers: REPORT_ROW_VERSION } },
    ]);
    expect(await end(worker, "SIGTERM")).toBe(0);
    expect(await recorded()).toEqual([]);
  });

  it("does not start on rows of a newer version", async () => {
    await note("n-8", "2026-11-20T11:30:00Z", "newer");
    await processNext(dashboard.db);
    await dashboard.pool.query("update board_rows set row_version = row_version + 1");
    const [code] = await once(startWorker(), "exit");
    await dashboard.pool.query("update board_rows set row_version = row_version - 1");
    expect(code).toBe(1);
    expect(output).toContain("A newer Drayboard has rebuilt the board rows");
  });

  it("rebuilds rows of an older version; killed in the middle, the next one continues", async () => {
    await dashboard.emptyMirror("inbox", "board_rows");
    const ids = Array.from({ length: 250 }, (_, index) => `c-${1000 + index}`);
    const origin = { asOf: new Date("2026-11-20T08:00:00Z"), notificationId: null };
    const records = ids.map((id) => containerRecord(id, {}));
    await dashboard.db.transaction((tx) => applyRecords(tx, records, origin));
    await dashboard.pool.query("update board_rows set row_version = $1", [BOARD_ROW_VERSION - 1]);
    const old = async () =>
      (
        await dashboard.pool.query("select from board_rows where row_version < $1 order by container_id", [
          BOARD_ROW_VERSION,
        ])
      ).rowCount;
    // Without sync runs, which would also rebuild these rows.
    await noteRestored(dashboard.db, {
      backupAt: origin.asOf.toISOString(),
      restoredAt: origin.asOf.toISOString(),
    });
    // The row with the lowest id is the last one.
    const holder = new Client({ connectionString: dashboard.url });
    await holder.connect();
    await holder.query("begin; select from board_rows where container_id = 'c-1000' for update");
    const killed = startWorker();
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), WAIT);
    expect(await old()).toBe(50);
    await end(killed, "SIGKILL");
    await holder.query("rollback");
    await holder.end();
    expect(await old()).toBe(50);
    startWorker();
    await vi.waitFor(async () => expect(await old()).toBe(0), WAIT);
    await endRestoredPause(dashboard.db);
  });

  it("ends on a signal while it waits for a busy service", async () => {
    stub.answer = () => ({ status: 429, headers: { "Retry-After": "60" }, body: { errors: [] } });
    const worker = startWorker();
    await vi.waitFor(() => expect(stub.requests.length).toBeGreaterThan(0), WAIT);
    const began = Date.now();
    expect(await end(worker, "SIGTERM")).toBe(0);
    // Far below the 60 s that the service requested, also on a busy machine.
    expect(Date.now() - began).toBeLessThan(15_000);
    // The requested pause is stored, and workers of later tests would keep it.
    await dashboard.pool.query("delete from rate_limit_pauses");
  });
});

describe("a suspended worker that resumes after its lease ended", () => {
  /** Makes PostgreSQL end transactions that are idle for a second, for connections opened from now on. */
  const idleTransactionsEnd = (after: string) =>
    dashboard.pool.query(
      `do $$ begin execute format('alter database %I set idle_in_transaction_session_timeout = ${after}',
         current_database()); end $$`,
    );
  afterEach(() => idleTransactionsEnd("0"));

  it("applies nothing of the notifications it had begun: another worker has applied them, once", async () => {
    await dashboard.emptyMirror("inbox", "board_rows");
    await note("n-10", "2026-11-20T08:00:00Z", "before");
    await processNext(dashboard.db);
    await idleTransactionsEnd("1000");
    const holder = new Client({ connectionString: dashboard.url });
    await holder.connect();
    await holder.query("set idle_in_transaction_session_timeout = 0");
    await holder.query("begin; lock table cache_tags in exclusive mode");
    await note("n-11", "2026-11-20T09:00:00Z", "after");
    const worker = startWorker();
    await vi.waitFor(async () => expect(await waiting()).toBe(1), WAIT);
    worker.kill("SIGSTOP");
    await holder.query("rollback");
    await holder.end();
    const processed = async () =>
      (await dashboard.db.select().from(inbox)).every((row) => row.processedAt !== null);
    await vi.waitFor(async () => {
      await processNext(dashboard.db);
      expect(await processed()).toBe(true);
    }, WAIT);

    output = "";
    worker.kill("SIGCONT");
    await vi.waitFor(() => expect(output).toContain("step failed"), WAIT);
    expect(await pingOverIpc(worker, 30_000)).toBe(true);
    expect(await dashboard.db.select().from(changes)).toMatchObject([
      { field: "seal_number", before: "before", after: "after", notificationId: "n-11" },
    ]);
    expect(
      (await dashboard.db.select().from(inbox)).map(({ attempts, lastError }) => [attempts, lastError]),
    ).toEqual([
      [1, null],
      [1, null],
    ]);
  });

  it("ingests nothing of a record it had requested: another worker has fetched it", async () => {
    await dashboard.emptyMirror("inbox", "fetch_queue", "fetch_log");
    const sealed = (seal: string) => containerRecord("c-20", { seal_number: seal });
    const held: (() => void)[] = [];
    const isRequested = (path: string) => path.startsWith("containers/c-20?");
    const fetches = () => stub.asked.filter(isRequested).length;
    const other = () => ({ body: { data: [], meta: { total: 0 } } });
    stub.answer = async ({ path }) => {
      if (!isRequested(path)) return other();
      if (fetches() > 1) return { body: { data: sealed("of the second") } };
      await new Promise<void>((resolve) => held.push(resolve));
      return { body: { data: sealed("of the first"), included: [shipmentRecord("s-20")] } };
    };
    await requestRefetch(dashboard.db, { type: "container", id: "c-20" }, null);
    const worker = startWorker();
    await vi.waitFor(() => expect(held).toHaveLength(1), WAIT);
    worker.kill("SIGSTOP");
    await dashboard.pool.query("update fetch_queue set next_attempt_at = clock_timestamp()");
    const client = new TrackingClient({ baseUrl: stub.baseUrl, key: KEY, patienceMs: 0 });
    expect(await refetchNext(dashboard.db, client, 0)).toBe(true);

    output = "";
    for (const release of held) release();
    worker.kill("SIGCONT");
    await vi.waitFor(() => expect(output).toContain("another process has taken this over"), WAIT);
    expect(await dashboard.db.select().from(containers)).toMatchObject([
      { id: "c-20", attributes: { seal_number: "of the second" } },
    ]);
    expect(await dashboard.db.select().from(shipments)).toEqual([]);
    expect(await dashboard.db.select().from(fetchQueue)).toEqual([]);
  });
});
