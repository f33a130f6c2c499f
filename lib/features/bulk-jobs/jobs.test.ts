import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { partyRecord, roleRecord } from "@/lib/contract/fixtures";
import { retryJob } from "@/lib/features/bulk-job-runner/retry-job";
import {
  type ClaimedRow,
  claimRow,
  endAbandoned,
  failAll,
  finalizeRow,
  giveBack,
  pauseJob,
  requireClaim,
} from "@/lib/features/bulk-jobs/commands/claim-rows";
import { makeJob } from "@/lib/features/bulk-jobs/commands/create-job";
import { cancelJob, undoJob } from "@/lib/features/bulk-jobs/commands/end-job";
import { type JobInput, jobInputSchema } from "@/lib/features/bulk-jobs/commands/job-inputs";
import { previewJob } from "@/lib/features/bulk-jobs/queries/preview-job";
import { listJobRows, listJobs, readJob } from "@/lib/features/bulk-jobs/queries/read-jobs";
import { listRange, selectionSchema } from "@/lib/features/bulk-jobs/queries/selection";
import { openTestAccount } from "@/lib/features/test-account";
import { applyRecords } from "@/lib/mirror/apply/apply";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
const NOW = new Date("2026-11-20T20:00:00Z");
const REFRESH: JobInput = { kind: "refresh", input: {} };
const ASSIGN: JobInput = { kind: "assign_carrier", input: { partyId: "p-1" } };

beforeAll(async () => {
  dashboard = await openTestAccount();
  await dashboard.tell({ number: "TGHU1234567" }, "c-2");
  await dashboard.tell({ number: "CAIU7654321" }, "c-3");
  const parties = [partyRecord("p-1", "Harbor Dray"), partyRecord("p-2", "Evergreen Dray")];
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, parties, { asOf: new Date("2026-11-20T08:00:00Z"), notificationId: null }),
  );
});
afterAll(() => dashboard.close());
beforeEach(() => dashboard.pool.query("delete from jobs; delete from party_roles"));

const make = (request: JobInput = REFRESH, ids = ["c-1", "c-2", "c-3"]) =>
  makeJob(testContext(dashboard.db, dashboard.ana, { now: NOW }), { job: request, selection: { ids } });
const read = (id: string) => readJob(dashboard.db, dashboard.ana, id);
const rows = (id: string) => listJobRows(dashboard.db, id, { state: null, offset: 0, limit: 100 });
const done = (row: ClaimedRow, undo: Record<string, unknown> | null = null) =>
  finalizeRow(dashboard.db, row, { state: "done", result: { words: "Done.", undo } });

async function claim(): Promise<ClaimedRow> {
  const row = await claimRow(dashboard.db);
  if (!row) throw new Error("nothing to claim");
  return row;
}

async function finish(undo: Record<string, unknown> | null = null): Promise<void> {
  for (let row = await claimRow(dashboard.db); row; row = await claimRow(dashboard.db)) await done(row, undo);
}

describe("creating a job", () => {
  it("stores a row per container with its present state", async () => {
    const role = roleRecord("r-1", "c-2", "p-2");
    await dashboard.db.transaction((tx) =>
      applyRecords(tx, [role], { asOf: new Date("2026-11-20T08:00:00Z"), notificationId: null }),
    );
    await dashboard.tell({}, "c-2");
    const id = await make(ASSIGN);
    expect(await read(id)).toMatchObject({ title: "Assign Harbor Dray", by: "Ana", total: 3, done: 0 });
    const { rows: inputs } = await dashboard.pool.query(
      "select subject_id, input from job_rows where job_id = $1 order by subject_id",
      [id],
    );
    expect(inputs.map(({ input }) => input.seen)).toEqual([[], ["p-2"], []]);
  });

  it("stores a row per shipment when the action applies to shipments", async () => {
    const id = await make({ kind: "stop_tracking", input: {} });
    expect(await rows(id)).toMatchObject([{ subjectId: "s-1", label: "MAEUJAK015053" }]);
  });

  it("selects all rows of a filter except the excluded ones", async () => {
    const selection = selectionSchema.parse({ address: "hold=customs", except: ["c-2"] });
    const id = await makeJob(testContext(dashboard.db, dashboard.ana, { now: NOW }), {
      job: REFRESH,
      selection: selection,
    });
    expect((await rows(id)).map(({ subjectId }) => subjectId).sort()).toEqual(["c-1", "c-3"]);
  });

  it.each([
    ["nothing that is here", { ids: ["no-such-container"] }, /The selected containers are no longer listed/],
    ["an id no database holds", { ids: ["\0"] }, /The selected containers are no longer listed/],
    [
      "an address that says something wrong",
      { address: "ready=perhaps", except: [] },
      /ready: expected one of/,
    ],
  ])("rejects %s, and creates no job", async (_what, selection, text) => {
    await expect(
      makeJob(testContext(dashboard.db, dashboard.ana, { now: NOW }), { job: REFRESH, selection: selection }),
    ).rejects.toThrow(text);
    expect(await listJobs(dashboard.db, dashboard.ana)).toEqual([]);
  });

  it("rejects an unknown party", async () => {
    await expect(make({ kind: "assign_carrier", input: { partyId: "p-9" } })).rejects.toThrow(
      /Party not found/,
    );
  });

  it.each([
    { kind: "refresh", input: { more: 1 } },
    { kind: "assign_carrier", input: {} },
    { kind: "add_tags", input: { texts: [" ", ""] } },
    { kind: "add_tags", input: { texts: ["x".repeat(301)] } },
    { kind: "add_tags", input: { texts: ["a\0"] } },
    { kind: "drop_tables", input: {} },
  ])("rejects the job request %j", (request) => {
    expect(jobInputSchema.safeParse(request).success).toBe(false);
  });

  it("counts the selection in a preview", async () => {
    expect(await previewJob(dashboard.db, { ids: ["c-1"] }, dashboard.ana.userId, NOW)).toEqual({
      containers: 1,
      shipments: 1,
      without: 0,
      related: 2,
      carried: 0,
      several: 0,
      carriers: [],
      otherCarriers: 0,
      stopped: 0,
    });
  });

  it("returns the ids of a range of the board", async () => {
    const range = (offset: number, limit: number) =>
      listRange(dashboard.db, "sort=container", { offset, limit }, dashboard.ana.userId, NOW);
    expect(await range(0, 10)).toEqual(["c-3", "c-1", "c-2"]);
    expect(await range(1, 1)).toEqual(["c-1"]);
  });
});

describe("processing a job", () => {
  it("assigns each row to one worker under concurrent claims", async () => {
    await make();
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claimRow(dashboard.db)));
    const got = claimed.flatMap((row) => (row ? [row.subjectId] : []));
    expect(got.sort()).toEqual(["c-1", "c-2", "c-3"]);
  });

  it("never processes a container for two jobs at the same time", async () => {
    await make(REFRESH, ["c-1"]);
    await make(ASSIGN, ["c-1"]);
    const first = await claim();
    expect(await claimRow(dashboard.db)).toBeNull();
    await done(first);
    expect((await claim()).subjectId).toBe("c-1");
  });

  it("alternates between jobs", async () => {
    await make(REFRESH, ["c-1", "c-2"]);
    await make(ASSIGN, ["c-3"]);
    expect([(await claim()).kind, (await claim()).kind].sort()).toEqual(["assign_carrier", "refresh"]);
  });

  it("ends with its last row, and stores the message of each row", async () => {
    const id = await make(REFRESH, ["c-1", "c-2"]);
    const [one, other] = [await claim(), await claim()];
    await Promise.all([
      done(one),
      finalizeRow(dashboard.db, other, { state: "failed", problem: "The line said no." }),
    ]);
    expect(await read(id)).toMatchObject({ done: 1, failed: 1, endedAt: expect.any(String) });
    expect((await rows(id)).map(({ words }) => words).sort()).toEqual(["Done.", "The line said no."]);
  });

  it("reassigns the row of a killed worker, and uses the result of the second worker", async () => {
    const id = await make(REFRESH, ["c-1"]);
    const dead = await claim();
    await requireClaim(dashboard.db, dead);
    expect(await claimRow(dashboard.db)).toBeNull();
    await dashboard.pool.query("update job_rows set claimed_until = clock_timestamp() - interval '1 s'");
    const second = await claim();
    expect(second.attempts).toBe(2);
    await finalizeRow(dashboard.db, dead, { state: "failed", problem: "too late" });
    expect(await read(id)).toMatchObject({ failed: 0, done: 0 });
    await done(second);
    expect(await read(id)).toMatchObject({ failed: 0, done: 1 });
  });

  it("keeps a row with its next worker, also after that worker released it without counting an attempt", async () => {
    const id = await make(REFRESH, ["c-1"]);
    const stopped = await claim();
    await dashboard.pool.query("update job_rows set claimed_until = clock_timestamp() - interval '1 s'");
    const second = await claim();
    await giveBack(dashboard.db, second, { afterSeconds: 0, counts: false, because: "busy" });
    // The count of attempts is the same as at the first claim.
    await expect(requireClaim(dashboard.db, stopped)).rejects.toThrow(/another process/);
    expect(await giveBack(dashboard.db, stopped, { afterSeconds: 60, counts: true, because: "late" })).toBe(
      false,
    );
    expect(await finalizeRow(dashboard.db, stopped, { state: "failed", problem: "late" })).toBe(false);
    await failAll(dashboard.db, stopped, "late");
    expect(await read(id)).toMatchObject({ failed: 0, done: 0 });
    await done(await claim());
    expect(await read(id)).toMatchObject({ failed: 0, done: 1 });
  });

  it("pauses the whole job at a rate limit, and shows the reason", async () => {
    const id = await make();
    const row = await claim();
    await giveBack(dashboard.db, row, { afterSeconds: 0, counts: false, because: "busy" });
    await pauseJob(dashboard.db, id, { seconds: 40, because: "The service allows 10 refreshes per minute" });
    expect(await claimRow(dashboard.db)).toBeNull();
    expect(await read(id)).toMatchObject({ pausedBecause: expect.stringContaining("10 refreshes") });
    await dashboard.pool.query("update jobs set paused_until = clock_timestamp()");
    expect((await claim()).attempts).toBe(1);
    expect(await read(id)).toMatchObject({ pausedUntil: null, pausedBecause: null });
  });

  it("begins no row while the service does not respond", async () => {
    await make();
    await dashboard.pool.query(
      "update circuit_breaker set closed_until = clock_timestamp() + interval '1 minute'",
    );
    expect(await claimRow(dashboard.db)).toBeNull();
    await dashboard.pool.query("update circuit_breaker set closed_until = clock_timestamp()");
    await claim();
  });
});

describe("stopping and undoing", () => {
  it("cancels rows not begun and finishes rows in progress", async () => {
    const id = await make();
    const begun = await claim();
    await cancelJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
    expect(await read(id)).toMatchObject({ cancelled: 2, endedAt: null });
    expect(await claimRow(dashboard.db)).toBeNull();
    await done(begun);
    expect(await read(id)).toMatchObject({ done: 1, cancelled: 2, endedAt: expect.any(String) });
  });

  it("ends a stopped job whose worker was killed", async () => {
    const id = await make(REFRESH, ["c-1"]);
    await claim();
    await cancelJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
    await dashboard.pool.query("update job_rows set claimed_until = clock_timestamp() - interval '1 s'");
    await endAbandoned(dashboard.db);
    expect(await read(id)).toMatchObject({ cancelled: 1, endedAt: expect.any(String) });
    expect((await rows(id))[0]?.words).toMatch(/look whether it was done/);
  });

  it("undoes only the changed rows, in a separate job", async () => {
    const id = await make(ASSIGN);
    await done(await claim(), { roles: [{ roleId: "r-1", partyId: "p-1", name: "Harbor Dray" }] });
    await done(await claim(), null);
    await finalizeRow(dashboard.db, await claim(), { state: "failed", problem: "no" });
    const undoing = await undoJob(testContext(dashboard.db, dashboard.ben), { jobId: id });
    expect(await read(undoing)).toMatchObject({
      kind: "remove_carrier",
      title: "Undo: Assign Harbor Dray",
      by: "Ben",
      total: 1,
      undoes: id,
    });
    expect(await read(id)).toMatchObject({ undoneBy: undoing });
    await expect(undoJob(testContext(dashboard.db, dashboard.ana), { jobId: id })).rejects.toThrow(
      /This was already undone/,
    );
  });

  it("rejects undoing a running job, a kind without undo, and a job that changed nothing", async () => {
    const assigned = await make(ASSIGN);
    await expect(undoJob(testContext(dashboard.db, dashboard.ana), { jobId: assigned })).rejects.toThrow(
      /Stop the job first/,
    );
    await finish();
    await expect(undoJob(testContext(dashboard.db, dashboard.ana), { jobId: assigned })).rejects.toThrow(
      /changed nothing/,
    );
    const refreshed = await make();
    await finish();
    await expect(undoJob(testContext(dashboard.db, dashboard.ana), { jobId: refreshed })).rejects.toThrow(
      /The service can’t undo this/,
    );
    const noOne = "00000000-0000-4000-8000-000000000000";
    await expect(undoJob(testContext(dashboard.db, dashboard.ana), { jobId: noOne })).rejects.toThrow(
      /This job was not found/,
    );
    await expect(cancelJob(testContext(dashboard.db, dashboard.ana), { jobId: noOne })).rejects.toThrow(
      /This job was not found/,
    );
  });

  it("allows one of two concurrent undo requests", async () => {
    const id = await make(ASSIGN, ["c-1"]);
    await finish({ roles: [] });
    const attempts = await Promise.allSettled([
      undoJob(testContext(dashboard.db, dashboard.ana), { jobId: id }),
      undoJob(testContext(dashboard.db, dashboard.ben), { jobId: id }),
    ]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("retrying failed rows", () => {
  const fail = async (problem: string) =>
    finalizeRow(dashboard.db, await claim(), { state: "failed", problem });

  it("creates a job of the failed rows with the same inputs, marked as begun before", async () => {
    const id = await make(ASSIGN);
    await done(await claim());
    await fail("The line said no.");
    await fail("It did not answer.");
    const again = await retryJob(testContext(dashboard.db, dashboard.ben), { jobId: id });
    expect(await read(again)).toMatchObject({
      kind: "assign_carrier",
      title: "Again: Assign Harbor Dray",
      by: "Ben",
      total: 2,
      retries: id,
    });
    expect(await read(id)).toMatchObject({ retriedBy: again, failed: 2 });
    const { rows: inputs } = await dashboard.pool.query(
      `select a.input = b.input as same from job_rows a join job_rows b using (subject_id)
       where a.job_id = $1 and b.job_id = $2`,
      [id, again],
    );
    expect(inputs).toEqual([{ same: true }, { same: true }]);
    expect((await claim()).attempts).toBe(2);
  });

  it("distinguishes rows never begun from rows begun before", async () => {
    const id = await make(REFRESH, ["c-1", "c-2"]);
    await failAll(dashboard.db, await claim(), "not on the plan");
    await retryJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
    expect([(await claim()).attempts, (await claim()).attempts].sort()).toEqual([1, 2]);
  });

  it("can be repeated for rows that failed again, with the same title", async () => {
    const first = await make(REFRESH, ["c-1"]);
    await fail("no");
    const second = await retryJob(testContext(dashboard.db, dashboard.ana), { jobId: first });
    await fail("no");
    const third = await retryJob(testContext(dashboard.db, dashboard.ana), { jobId: second });
    expect(await read(third)).toMatchObject({ title: "Again: Refresh", total: 1, retries: second });
  });

  it("finds a shipment that the container did not have at the first request", async () => {
    await dashboard.pool.query("update containers set shipment_id = null where id in ('c-2', 'c-3')");
    try {
      const id = await make({ kind: "stop_tracking", input: {} }, ["c-2", "c-3"]);
      expect(await read(id)).toMatchObject({ failed: 2, endedAt: expect.any(String) });
      await dashboard.pool.query("update containers set shipment_id = 's-1' where id = 'c-2'");
      const again = await retryJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
      expect(await rows(again)).toMatchObject([
        { subjectId: "c-3", state: "failed", words: expect.stringContaining("no shipment yet") },
        { subjectId: "s-1", label: "MAEUJAK015053", state: "waiting" },
      ]);
    } finally {
      await dashboard.pool.query("update containers set shipment_id = 's-1' where id in ('c-2', 'c-3')");
    }
  });

  it("rejects a running job, a job without failed rows, and an unknown job", async () => {
    const id = await make(REFRESH, ["c-1"]);
    await expect(retryJob(testContext(dashboard.db, dashboard.ana), { jobId: id })).rejects.toThrow(
      /still running/,
    );
    await finish();
    await expect(retryJob(testContext(dashboard.db, dashboard.ana), { jobId: id })).rejects.toThrow(
      /No rows failed in this job/,
    );
    const noOne = "00000000-0000-4000-8000-000000000000";
    await expect(retryJob(testContext(dashboard.db, dashboard.ana), { jobId: noOne })).rejects.toThrow(
      /This job was not found/,
    );
  });

  it("allows one of two concurrent retries", async () => {
    const id = await make(REFRESH, ["c-1"]);
    await fail("no");
    const attempts = await Promise.allSettled([
      retryJob(testContext(dashboard.db, dashboard.ana), { jobId: id }),
      retryJob(testContext(dashboard.db, dashboard.ben), { jobId: id }),
    ]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(
      (await listJobs(dashboard.db, dashboard.ana)).filter(({ retries }) => retries === id),
    ).toHaveLength(1);
  });
});
