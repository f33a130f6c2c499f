import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { dropFollowUp, logFollowUp } from "@/lib/features/holds/commands";
import { savePlannedMove } from "@/lib/features/moves/commands/planned-moves";
import { listViews, saveView } from "@/lib/features/saved-views/commands";
import { listUsers } from "@/lib/features/users/queries";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { runSync } from "@/lib/sync/runs/run";
import { TrackingClient } from "@/lib/tracking-client/client";
import { openGate } from "@/lib/tracking-client/request-limiter";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";
import { removeSamples } from "./commands";
import { planSamples } from "./plan-samples";
import { processNextSample, sampleWork } from "./process-samples";
import { countSamples } from "./queries";
import { SAMPLE_QUEUE } from "./sample-queue";

const LIMITS = { default: null, create: null, infer: null, refresh: null };

let service: TestService;
let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let client: TrackingClient;
let user: { userId: string; email: string };

beforeAll(async () => {
  service = await startTestService({ seedContainers: 150 });
});
afterAll(() => service.end());

/** Opens a dashboard with one user. */
async function open(): Promise<void> {
  dashboard = await openTestDashboard();
  const { db } = dashboard;
  client = new TrackingClient({
    baseUrl: service.url,
    key: service.key,
    patienceMs: 0,
    gate: openGate(db, LIMITS, { priority: "job", patienceMs: 0 }),
  });
  const email = "dispatch@example.com";
  const { rows } = await dashboard.pool.query<{ id: string }>(
    "insert into users (email, role) values ($1, 'admin') returning id",
    [email],
  );
  user = { userId: rows[0]?.id ?? "", email };
}

const load = () => runSync(dashboard.db, client, new AbortController().signal);
/** A first load of an account without containers: samples are views alone. */
const loadNothing = () =>
  dashboard.pool.query(
    "insert into sync_runs (kind, started_at, progressed_at, ended_at, completed) values ('first_load', now(), now(), now(), true)",
  );

/** Works until nothing is due. A sample that waits for a dray carrier to become known is due at once. */
async function workAll(): Promise<void> {
  const { db, pool } = dashboard;
  for (;;) {
    while (await processNextSample(db, client, new Date()));
    const { rowCount } = await pool.query(
      "update samples set next_attempt_at = now() where state in ('planned', 'removing')",
    );
    if (rowCount === 0) return;
  }
}

async function makeAll(): Promise<void> {
  expect(await planSamples(dashboard.db)).toBe(true);
  await workAll();
}

async function removeAll(): Promise<number> {
  const count = await removeSamples(testContext(dashboard.db, user), {});
  await workAll();
  return count;
}

async function query<Row extends object>(text: string): Promise<Row[]> {
  return (await dashboard.pool.query<Row>(text)).rows;
}

const states = () =>
  query<{ kind: string; state: string; count: number }>(
    "select kind, state, count(*)::int as count from samples group by 1, 2 order by 1, 2",
  );
const roles = async () => {
  const found: string[] = [];
  for (const { id } of (await service.call("/containers?page[size]=1000")).items)
    for (const role of (await service.call(`/containers/${id}/party_roles`)).items) found.push(role.id);
  return found.sort();
};
const teamData = () =>
  query(
    "select (select count(*) from views) + (select count(*) from follow_ups) + (select count(*) from planned_moves) as rows",
  );

describe("samples", () => {
  beforeEach(async () => {
    await open();
    return () => dashboard.close();
  });

  it("are made once after the first load by commands of their author, and removed", async () => {
    await load();
    await makeAll();
    expect(
      await query("select kind, problem from samples where state <> 'made' and problem is null"),
    ).toEqual([]);
    const made = (await countSamples(dashboard.db))?.made;
    expect(made?.view).toBe(2);
    for (const kind of ["dray_carrier", "planned_move", "follow_up"] as const)
      expect(made?.[kind], kind).toBeGreaterThan(0);
    const [share] = await query<{ ready: number; carried: number }>(`
      select count(*)::int as ready, (count(*) filter (where cardinality(carrier_ids) > 0))::int as carried
      from board_rows where readiness = 'ready'`);
    expect(share?.carried).toBeGreaterThanOrEqual((share?.ready ?? 0) / 3);
    expect(await query("select distinct actor from audit_entries where user_id is not null")).toEqual([
      { actor: "Sample data" },
    ]);
    expect((await query("select from audit_entries")).length).toBeGreaterThanOrEqual(
      (made?.dray_carrier ?? 0) + (made?.planned_move ?? 0) + (made?.follow_up ?? 0) + 2,
    );
    expect((await listViews(dashboard.db, user)).views).toMatchObject([
      { owner: "Sample data", shared: true, mine: false },
      { owner: "Sample data", shared: true, mine: false },
    ]);
    expect((await listUsers(dashboard.db)).map(({ email }) => email)).toEqual([user.email]);

    const before = await states();
    await makeAll();
    expect(await states()).toEqual(before);

    // Removal restores what was there before.
    await removeAll();
    expect(await countSamples(dashboard.db)).toBeNull();
    expect(await teamData()).toEqual([{ rows: "0" }]);
    expect(await query("select email from users")).toEqual([{ email: user.email }]);
    await makeAll();
    expect(await countSamples(dashboard.db)).toBeNull();
  });

  it("are made once when the process is killed after each command, and stay where a user changed them", async () => {
    await load();
    const rolesBefore = await roles();
    await makeAll();
    const made = async () => [await states(), await teamData(), (await roles()).length];
    const madeOnce = await made();
    expect(madeOnce.at(-1)).toBeGreaterThan(rolesBefore.length);
    // As if no outcome had been stored: each sample is due again, with a counted attempt.
    await dashboard.pool.query("update samples set state = 'planned', attempts = 1 where state = 'made'");
    await workAll();
    expect(await made()).toEqual(madeOnce);

    const ctx = testContext(dashboard.db, user);
    const [plan] = await query<{ containerId: string }>(
      `select container_id as "containerId" from planned_moves order by container_id`,
    );
    const [continued, dropped] = await query<{ containerId: string; holdName: string; place: "port" }>(
      `select container_id as "containerId", hold_name as "holdName", place from follow_ups order by id`,
    );
    if (!plan || !continued || !dropped) return expect.fail("too few samples");
    await savePlannedMove(ctx, {
      ...{ ...plan, version: 1, pickup: null, delivery: null, deliveryPlace: "", emptyReturn: null },
      ...{ emptyReturnPlace: "", driver: "", note: "Ours now" },
    });
    await logFollowUp(ctx, {
      ...{ ...continued, version: 1, contacted: "Line", promise: "", owner: "" },
      nextCheckAt: null,
    });
    await dropFollowUp(ctx, { ...dropped, version: 1 });
    await saveView(ctx, { name: "My own", address: "", shared: false });

    await removeAll();
    expect(await roles()).toEqual(rolesBefore);
    expect((await states()).filter(({ state }) => state === "kept")).toEqual([
      { kind: "follow_up", state: "kept", count: 2 },
      { kind: "planned_move", state: "kept", count: 1 },
    ]);
    expect(await query("select note from planned_moves")).toEqual([{ note: "Ours now" }]);
    expect(await query("select container_id from follow_ups")).toHaveLength(2);
    expect(await query("select name from views")).toEqual([{ name: "My own" }]);
    // The author of what stays remains.
    expect(await query("select from users where name = 'Sample data'")).toHaveLength(1);
  });

  it("wait for the first load and for a user", async () => {
    expect(await planSamples(dashboard.db)).toBe(false);
    await loadNothing();
    await dashboard.pool.query("delete from users");
    expect(await planSamples(dashboard.db)).toBe(false);
    expect(await states()).toEqual([]);
  });

  it("are never made after a user's action, but after a sign-in", async () => {
    await loadNothing();
    await dashboard.pool.query(
      "insert into audit_entries (user_id, actor, action) values ($1, 'x', 'user.signed_in')",
      [user.userId],
    );
    const view = await saveView(testContext(dashboard.db, user), {
      name: "Mine",
      address: "",
      shared: false,
    });
    expect(await planSamples(dashboard.db)).toBe(true);
    expect(await states()).toEqual([]);
    await dashboard.pool.query("delete from views where id = $1", [view.id]);
    await planSamples(dashboard.db);
    expect(await states(), "decided once").toEqual([]);
    await dashboard.pool.query("delete from installation where name = 'samples'");
    await planSamples(dashboard.db);
    expect(await states()).not.toEqual([]);
  });

  it("are never planned where seeding is off, and what exists is still removed", async () => {
    await loadNothing();
    const step = sampleWork(dashboard.db, client, false);
    expect(await step()).toBe(false);
    expect(await states()).toEqual([]);
    await makeAll();
    expect(await removeSamples(testContext(dashboard.db, user), {})).toBeGreaterThan(0);
    while (await step());
    expect(await countSamples(dashboard.db)).toBeNull();
  });

  it("cannot be removed before all are made, nor by a dispatcher", async () => {
    await loadNothing();
    await planSamples(dashboard.db);
    await expect(removeSamples(testContext(dashboard.db, user), {})).rejects.toMatchObject({ code: "busy" });
    const dispatcher = testContext(dashboard.db, user, { role: "dispatcher" });
    await expect(removeSamples(dispatcher, {})).rejects.toMatchObject({ code: "not_allowed" });
  });

  it("store nothing under a claim that another process has taken over", async () => {
    await loadNothing();
    await planSamples(dashboard.db);
    const [sample] = await SAMPLE_QUEUE.claim(dashboard.db);
    if (!sample) return expect.fail("nothing is due");
    await dashboard.pool.query("update samples set lease_id = gen_random_uuid() where id = $1", [sample.id]);
    expect(await SAMPLE_QUEUE.settle(dashboard.db, sample, sql`state = 'skipped'`)).toBe(false);
  });
});
