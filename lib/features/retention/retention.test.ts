import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import {
  containerRecord,
  eventRecord,
  named,
  partyRecord,
  requestRecord,
  roleRecord,
  shipmentRecord,
} from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { findWrongBoardCounts } from "@/lib/features/board/queries/test-recount";
import { catchUpReports, requestRebuild } from "@/lib/features/reports/materialize/materialize";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { requestRefetches } from "@/lib/sync/fetch-queue/enqueue";
import { saveRetention } from "./commands";
import { deleteOldRecords } from "./delete-old-records";
import { PREVIEW, readRetention, readRetentionState, readTableSizes } from "./queries";
import type { Retention } from "./rules";

const NOW = new Date("2027-06-01T12:00:00Z");
const RETURNED = "2026-12-01T15:00:00Z";
const RECENTLY = "2027-05-20T15:00:00Z";
const READ_AT = new Date("2026-12-02T00:00:00Z");
const KEEP_90_DAYS: Retention = { containerDays: 90, jobDays: null };

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
afterEach(async () => {
  await dashboard.emptyMirror();
  await dashboard.pool.query(`truncate deleted_by_retention, documents, custom_fields, container_maps, follow_ups,
    planned_moves, access_tokens, jobs, report_containers, report_holds, report_statuses, report_charges,
    report_status_days, report_charge_weeks, report_rebuild_queue, seen_records, fetch_queue, users cascade`);
  await dashboard.pool.query("delete from installation");
});

const admin = () => testContext(dashboard.db, undefined, { now: NOW });
const read = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await dashboard.pool.query<Row>(text, values)).rows;
const idsOf = async (table: string) =>
  (await read<{ id: string }>(`select id from ${table} order by id`)).map(({ id }) => id);
const deleteOld = () => deleteOldRecords(dashboard.db, NOW);

const apply = (records: JsonApiRecord[], asOf = READ_AT) =>
  dashboard.db.transaction((tx) => applyRecords(tx, records, { asOf, notificationId: null }));

/** Records of a shipment with one container for each given instant of its empty return; null: not returned. */
function shipmentRecords(id: string, returns: readonly (string | null)[]): JsonApiRecord[] {
  return [
    shipmentRecord(id, { bill_of_lading_number: `BL${id}`, shipping_line_scac: "MAEU" }),
    requestRecord(`request-${id}`, { request_number: `BL${id}` }, { tracked_object: named("shipment", id) }),
    ...returns.flatMap((returned, at) => {
      const container = `${id}-c${at}`;
      return [
        containerRecord(
          container,
          {
            number: `MSKU${String(at).padStart(7, "0")}`,
            pod_timezone: "America/Los_Angeles",
            pod_discharged_at: "2026-11-14T18:00:00Z",
            empty_terminated_at: returned,
            empty_terminated_timezone: "America/Los_Angeles",
            fees_at_pod_terminal: [{ type: "demurrage", amount: 150, currency_code: "USD" }],
          },
          { shipment: named("shipment", id) },
        ),
        eventRecord(
          `event-${container}`,
          { event: "container.transport.empty_in", timestamp: returned },
          { container: named("container", container), shipment: named("shipment", id) },
        ),
        roleRecord(`role-${container}`, container, "p-1"),
      ];
    }),
    partyRecord("p-1", "Harbor Dray"),
  ];
}

async function track(id: string, returns: readonly (string | null)[]): Promise<void> {
  await apply(shipmentRecords(id, returns));
  while (await catchUpReports(dashboard.db, { atOnce: true }));
}

const totals = () =>
  read(`select (select coalesce(json_agg(d order by on_day, status), '[]') from report_status_days d where containers <> 0) as days,
    (select coalesce(json_agg(w order by week), '[]') from report_charge_weeks w) as weeks,
    (select count(*)::int from report_containers) as containers`);

describe("retention", () => {
  it("keeps everything until an admin sets a period", async () => {
    await track("old", [RETURNED]);
    expect(await readRetention(dashboard.db)).toEqual({ containerDays: null, jobDays: null });
    expect(await deleteOld()).toEqual({ containers: 0, shipments: 0, jobs: 0 });
    expect(await idsOf("containers")).toEqual(["old-c0"]);
  });

  it("is set by admins only, to one of the periods", async () => {
    const dispatcher = testContext(dashboard.db, undefined, { role: "dispatcher" });
    await expect(saveRetention(dispatcher, KEEP_90_DAYS)).rejects.toMatchObject({ code: "not_allowed" });
    await expect(PREVIEW.unchecked(dispatcher, KEEP_90_DAYS)).rejects.toMatchObject({
      code: "not_allowed",
    });
    await expect(saveRetention(admin(), { containerDays: 1, jobDays: null })).rejects.toThrow("periods");
    await saveRetention(admin(), KEEP_90_DAYS);
    expect(await readRetention(dashboard.db)).toEqual(KEEP_90_DAYS);
    const [entry] = await read("select action, data from audit_entries order by id desc limit 1");
    expect(entry).toEqual({ action: "retention.saved", data: KEEP_90_DAYS });
  });
});

describe("old records", () => {
  beforeEach(() => saveRetention(admin(), KEEP_90_DAYS));

  it("are deleted with everything of them, as the preview says, and reports and counts stay right", async () => {
    await track("old", [RETURNED, RETURNED]);
    await track("recent", [RECENTLY]);
    const held = { holds_at_pod_terminal: [{ name: "customs", status: "hold", description: null }] };
    await apply([containerRecord("old-c0", held)], new Date("2026-12-03T00:00:00Z"));
    while (await catchUpReports(dashboard.db, { atOnce: true }));
    await dashboard.pool.query(`
      insert into container_maps values ('old-c0', '{}', now());
      insert into documents (id, attributes, relationships, as_of) values
        ('own', '{}', '{"cargos": {"data": [{"type": "cargo", "id": "old-c0"}]}}', now()),
        ('shared', '{}', '{"cargos": {"data": [{"type": "cargo", "id": "old-c1"}, {"type": "cargo", "id": "recent-c0"}]}}', now());
      insert into custom_fields (id, attributes, relationships, as_of) values
        ('field', '{}', '{"entity": {"data": {"type": "shipment", "id": "old"}}}', now());
      insert into follow_ups (container_id, hold_name, place, closed_at, closed_because)
        values ('old-c0', 'customs', 'port', now(), 'cleared');
      insert into planned_moves (container_id, pickup_at, pickup_zone) values ('old-c0', '2026-11-20T10:00Z', 'UTC')`);
    const before = await totals();
    const preview = await PREVIEW.unchecked(admin(), KEEP_90_DAYS);
    expect(preview).toMatchObject({ containers: 2, shipments: 1, jobs: 0 });
    const rowsOf = (label: string) => preview.rows.find((row) => row.label === label)?.rows;
    expect(
      ["Documents", "Custom fields", "Milestones", "Follow-ups", "Plans", "Tracking requests"].map(rowsOf),
    ).toEqual([1, 1, 2, 1, 1, 1]);
    expect(rowsOf("Changes")).toBeGreaterThan(0);

    expect(await deleteOld()).toEqual({ containers: 2, shipments: 1, jobs: 0 });
    expect(await idsOf("containers")).toEqual(["recent-c0"]);
    expect(await idsOf("shipments")).toEqual(["recent"]);
    expect(await idsOf("tracking_requests")).toEqual(["request-recent"]);
    expect(await idsOf("transport_events")).toEqual(["event-recent-c0"]);
    expect(await idsOf("documents")).toEqual(["shared"]);
    expect(await idsOf("party_roles")).toEqual(["role-recent-c0"]);
    for (const table of ["container_maps", "custom_fields", "follow_ups", "planned_moves"])
      expect(await read(`select from ${table}`), table).toEqual([]);
    expect(await read("select from changes where subject_id like 'old%'")).toEqual([]);
    expect(await read("select from source_updates where subject_id like 'old%'")).toEqual([]);

    expect(await totals()).toEqual(before);
    await requestRebuild(dashboard.db);
    while (await catchUpReports(dashboard.db, { atOnce: true }));
    expect(await totals()).toEqual(before);
    expect(await findWrongBoardCounts(dashboard.db, NOW)).toEqual([]);
    expect(await readRetentionState(dashboard.db)).toEqual({
      containers: 2,
      shipments: 1,
      lastAt: "2027-06-01T12:00:00.000Z",
    });
    const [entry] = await read("select action, data from audit_entries order by id desc limit 1");
    expect(entry).toEqual({ action: "retention.deleted", data: { containers: 2, shipments: 1, jobs: 0 } });
    expect(await PREVIEW.unchecked(admin(), KEEP_90_DAYS)).toMatchObject({ containers: 0, rows: [] });
  });

  it("are pushed to open pages and expire their cached reads", async () => {
    await track("old", [RETURNED]);
    await dashboard.pool.query("delete from live_changes");
    await deleteOld();
    const [noted] = await read<{ change: unknown }>(
      "select change from live_changes order by id desc limit 1",
    );
    expect(noted?.change).toMatchObject({
      containers: ["old-c0"],
      shipments: ["old"],
      requests: ["request-old"],
      parties: true,
    });
    expect(await read("select from cache_tags where tag = 'container:old-c0'")).toHaveLength(1);
  });

  it("stay while one container of the shipment is not finished, or was finished later", async () => {
    await track("mixed", [RETURNED, null]);
    await track("later", [RETURNED, RECENTLY]);
    expect(await deleteOld()).toMatchObject({ containers: 0, shipments: 0 });
    expect(await idsOf("containers")).toHaveLength(4);
  });

  it("of the last day stay, to the millisecond", async () => {
    const dayBefore = (ms: number) => new Date(NOW.getTime() - 90 * 86_400_000 + ms).toISOString();
    await track("exactly", [dayBefore(0)]);
    await track("older", [dayBefore(-1)]);
    await deleteOld();
    expect(await idsOf("shipments")).toEqual(["exactly"]);
  });

  it("include containers that the service deleted or does not track any more", async () => {
    await track("gone", [null]);
    await track("stopped", [null]);
    await track("active", [null]);
    await dashboard.pool.query(
      "insert into seen_records (type, id, sync_run_id, deleted_upstream_at) values ('container', 'gone-c0', 1, $1)",
      [RETURNED],
    );
    await dashboard.pool.query("update shipments set tracking_stopped_at = $1 where id = 'stopped'", [
      RETURNED,
    ]);
    await deleteOld();
    expect(await idsOf("shipments")).toEqual(["active"]);
  });

  it("include containers without a shipment", async () => {
    const [, , container] = shipmentRecords("lone", [RETURNED]);
    if (!container) throw new Error("no container");
    await apply([{ ...container, relationships: {} }]);
    while (await catchUpReports(dashboard.db, { atOnce: true }));
    expect(await PREVIEW.unchecked(admin(), KEEP_90_DAYS)).toMatchObject({ containers: 1, shipments: 0 });
    expect(await deleteOld()).toMatchObject({ containers: 1, shipments: 0 });
    expect(await idsOf("containers")).toEqual([]);
  });

  const TOKEN = `insert into access_tokens (id, kind, token_hash, label, settings, expires_at, revoked_at)
    values ('00000000-0000-4000-8000-00000000000a', `;
  const share = (about: string, expires: string, revoked = "null") =>
    `${TOKEN} 'share', 'x', 'Link', '{"about": ${about}}', ${expires}, ${revoked})`;
  const order = (withdrawn: string) => `${TOKEN} 'order', 'x', 'Order', '{}', '2027-07-01', null);
    insert into work_orders (container_id, party_id, token_id, terms, sent_at, withdrawn_at)
      values ('old-c0', 'p-1', '00000000-0000-4000-8000-00000000000a', '{}', '2027-05-30', ${withdrawn})`;
  const job = (state: string) => `
    insert into jobs (id, kind, title, total) values ('00000000-0000-4000-8000-00000000000b', 'refresh', 'Refresh', 1);
    insert into job_rows (job_id, position, subject_id, state)
      values ('00000000-0000-4000-8000-00000000000b', 0, 'old-c0', '${state}')`;
  const followUp = (closed: string) =>
    `insert into follow_ups (container_id, hold_name, place, closed_at, closed_because)
      values ('old-c0', 'customs', 'port', ${closed}, ${closed === "null" ? "null" : "'cleared'"})`;
  const plan = (at: string) =>
    `insert into planned_moves (container_id, empty_return_at, empty_return_zone) values ('old-c0', '${at}', 'UTC')`;
  const OF_CONTAINER = '{"kind": "container", "id": "old-c0"}';
  const OF_SHIPMENT = '{"kind": "shipment", "id": "old"}';

  it.each([
    ["an open follow-up", followUp("null")],
    ["a plan", plan("2027-06-02T10:00:00Z")],
    ["a waiting job", job("waiting")],
    ["a share link", share(OF_CONTAINER, "null")],
    ["a share link of its shipment", share(OF_SHIPMENT, "'2027-06-02'")],
    ["an open work order", order("null")],
    ["a report that is to be computed", "insert into report_rebuild_queue (container_id) values ('old-c0')"],
  ])("stay with %s", async (_, statement) => {
    await track("old", [RETURNED, RETURNED]);
    await dashboard.pool.query(statement);
    expect(await deleteOld()).toMatchObject({ containers: 0, shipments: 0 });
    expect(await idsOf("containers")).toEqual(["old-c0", "old-c1"]);
  });

  it.each([
    ["a closed follow-up", followUp("now()")],
    ["a plan of the past", plan("2027-05-31T10:00:00Z")],
    ["a done job", job("done")],
    ["an expired share link", share(OF_CONTAINER, "'2027-05-31'")],
    ["a revoked share link", share(OF_SHIPMENT, "null", "'2027-05-31'")],
    ["a withdrawn work order", order("'2027-05-31'")],
  ])("are deleted with %s", async (_, statement) => {
    await track("old", [RETURNED]);
    await dashboard.pool.query(statement);
    expect(await deleteOld()).toMatchObject({ containers: 1, shipments: 1 });
  });

  it("are deleted in batches, which continue after a stop", async () => {
    for (let at = 0; at < 60; at += 1)
      await apply(shipmentRecords(`s${String(at).padStart(2, "0")}`, [RETURNED]));
    while (await catchUpReports(dashboard.db, { atOnce: true }));
    const stopping = new AbortController();
    const stopped = deleteOldRecords(dashboard.db, NOW, stopping.signal);
    stopping.abort();
    const first = await stopped;
    expect([0, 50]).toContain(first.shipments);
    const { shipments } = await deleteOld();
    expect(first.shipments + shipments).toBe(60);
    expect(await idsOf("shipments")).toEqual([]);
  });
});

describe("deleted records", () => {
  beforeEach(async () => {
    await saveRetention(admin(), KEEP_90_DAYS);
    await track("old", [RETURNED]);
    await deleteOld();
  });

  it("are not restored by reports of the service, with whatever belongs to them", async () => {
    const document = {
      type: "document",
      id: "own",
      attributes: { name: "Delivery order" },
      relationships: { cargos: { data: [named("cargo", "old-c0")] } },
    };
    await apply([...shipmentRecords("old", [RETURNED]), document], NOW);
    for (const table of [
      "containers",
      "shipments",
      "tracking_requests",
      "transport_events",
      "documents",
      "party_roles",
    ])
      expect(await idsOf(table), table).toEqual([]);
    expect(
      await read(
        "select from changes where recorded_at > now() - interval '1 minute' and subject_id like 'old%'",
      ),
    ).toEqual([]);
  });

  it("are not restored by an event that its container names, but those of others are applied", async () => {
    const event = eventRecord("late", { event: "container.transport.empty_in", timestamp: RETURNED });
    const container = containerRecord("old-c0", {}, { transport_events: [named("transport_event", "late")] });
    await apply([container, event, ...shipmentRecords("new", [null])], NOW);
    expect(await idsOf("transport_events")).toEqual(["event-new-c0"]);
    expect(await idsOf("containers")).toEqual(["new-c0"]);
  });

  it("are not requested from the service", async () => {
    await requestRefetches(dashboard.db, [
      { type: "container", id: "old-c0", notificationId: null },
      { type: "party_roles", id: "old-c0", notificationId: null },
      { type: "shipment", id: "old", notificationId: null },
      { type: "container", id: "other", notificationId: null },
    ]);
    expect(await read("select subject_id as id from fetch_queue")).toEqual([{ id: "other" }]);
  });

  it("are restored by a new tracking request", async () => {
    const request = requestRecord(
      "again",
      { request_number: "BLold" },
      { tracked_object: named("shipment", "old") },
    );
    await apply([request, ...shipmentRecords("old", [RETURNED])], NOW);
    expect(await idsOf("shipments")).toEqual(["old"]);
    expect(await idsOf("containers")).toEqual(["old-c0"]);
    expect(await idsOf("tracking_requests")).toEqual(["again", "request-old"]);
    expect(await idsOf("deleted_by_retention")).toEqual([]);
  });
});

it("deletes ended jobs with their rows, and their links to others end", async () => {
  await saveRetention(admin(), { containerDays: null, jobDays: 30 });
  await dashboard.pool.query(`
    insert into jobs (id, kind, title, total, ended_at, undoes) values
      ('00000000-0000-4000-8000-000000000001', 'refresh', 'Old', 1, '2027-04-01', null),
      ('00000000-0000-4000-8000-000000000002', 'refresh', 'Undo', 1, '2027-05-31', '00000000-0000-4000-8000-000000000001'),
      ('00000000-0000-4000-8000-000000000003', 'refresh', 'Open', 1, null, null);
    insert into job_rows (job_id, position, subject_id) values ('00000000-0000-4000-8000-000000000001', 0, 'c')`);
  expect(await PREVIEW.unchecked(admin(), { containerDays: null, jobDays: 30 })).toMatchObject({
    containers: 0,
    jobs: 1,
  });
  expect(await deleteOld()).toEqual({ containers: 0, shipments: 0, jobs: 1 });
  expect(await read("select title, undoes from jobs order by title")).toEqual([
    { title: "Open", undoes: null },
    { title: "Undo", undoes: null },
  ]);
  expect(await read("select from job_rows")).toEqual([]);
});

it("lists the sizes of tables, partitions with their table", async () => {
  await dashboard.db.execute(sql`analyze containers`);
  // PostgreSQL has not analyzed this table yet.
  const client = await dashboard.pool.connect();
  await client.query("insert into build_files (path, content) values ('a.js', ''), ('b.js', '')");
  await client.query("select pg_stat_force_next_flush()");
  client.release();
  const sizes = await readTableSizes(dashboard.db);
  expect(sizes.find(({ name }) => name === "build_files")).toMatchObject({ rows: 2 });
  expect(sizes.filter(({ name }) => name.startsWith("webhook_archive_"))).toEqual([]);
  expect(sizes.find(({ name }) => name === "containers")).toMatchObject({ label: "Containers" });
  expect(sizes.every(({ bytes }) => bytes >= 0)).toBe(true);
  expect(sizes.map(({ bytes }) => bytes)).toEqual(sizes.map(({ bytes }) => bytes).sort((a, b) => b - a));
});
