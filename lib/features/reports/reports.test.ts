import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REPORT_ROW_VERSION } from "@/lib/features/reports/materialize/container-history";
import {
  catchUpReports,
  OLD_REPORT_ROWS,
  requestRebuild,
} from "@/lib/features/reports/materialize/materialize";
import { catchUp, reportMirror, yearOf } from "@/lib/features/reports/materialize/test-history";
import { CONTAINERS_A_PAGE, listReportContainers } from "@/lib/features/reports/queries/list-containers";
import { reportOf } from "@/lib/features/reports/queries/registry";
import type { ReportInput } from "@/lib/features/reports/queries/report";
import { countsInSql } from "@/lib/features/reports/queries/test-counts";
import {
  isReportId,
  REPORT_IDS,
  type ReportTable,
  type TableId,
} from "@/lib/features/reports/rules/report-table";
import { oldRowRebuilder } from "@/lib/platform/database/row-versions";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";

const NOW = new Date("2026-11-21T07:30:00Z");
const ASKED: ReportInput = { now: NOW, weeks: 52, zone: "America/Chicago" };
const CONTAINERS = 160;

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const years = yearOf(7, CONTAINERS, NOW);
  // Every fifth report arrives late, after the reports were computed without it. This includes some of the first
  // reports.
  await reportMirror(dashboard.db, years, (index) => index % 5 !== 4);
  await catchUp(dashboard.db);
  await reportMirror(dashboard.db, years, (index) => index % 5 === 4);
  await catchUp(dashboard.db);
});
afterAll(() => dashboard.close());

const read = (id: TableId, requested: ReportInput = ASKED): Promise<ReportTable> =>
  reportOf(id).read(dashboard.db, requested);

/** Returns the figures of a table as sorted `row|column|value`. Figures of 0 and missing figures are omitted. */
function figuresOf({ columns, rows }: ReportTable): string[] {
  return rows
    .flatMap(({ id, values }) =>
      values.flatMap((value, index) => (value ? [`${id}|${columns[index]?.id}|${value}`] : [])),
    )
    .sort();
}

const KEPT: Record<string, string> = {
  report_containers: "select * from report_containers order by container_id",
  report_holds: "select * from report_holds order by container_id, place, name, from_at",
  report_statuses: "select * from report_statuses order by container_id, from_on",
  report_charges: "select * from report_charges order by container_id, on_day, currency, at_start",
  report_charge_weeks:
    "select * from report_charge_weeks where containers <> 0 order by week, currency, at_start",
  report_status_days: "select * from report_status_days where containers <> 0 order by on_day, status",
};

async function everythingKept(): Promise<Record<string, unknown[]>> {
  const stored: Record<string, unknown[]> = {};
  for (const [table, text] of Object.entries(KEPT)) stored[table] = (await dashboard.pool.query(text)).rows;
  return stored;
}

describe.each(REPORT_IDS)("the report %s", (id) => {
  it.each([4, 12, 52] as const)("matches plain SQL over the mirror for %i weeks", async (weeks) => {
    const expected = await countsInSql(dashboard.pool, id, { ...ASKED, weeks });
    expect(figuresOf(await read(id, { ...ASKED, weeks }))).toEqual(expected);
    expect(expected.length).toBeGreaterThan(weeks === 4 ? 0 : 3);
  });

  it("lists as many containers as each figure counts", async () => {
    const { columns, rows } = await read(id);
    for (const row of rows)
      for (const [index, column] of columns.entries()) {
        const cell = { row: row.id, column: column.id };
        const listed = await listReportContainers(dashboard.db, id, cell, { ...ASKED, page: 1 });
        expect(listed, JSON.stringify(cell)).not.toBeNull();
        const value = row.values[index] ?? 0;
        if (column.unit === "containers") expect(listed?.total, JSON.stringify(cell)).toBe(value);
        else if (value !== 0) expect(listed?.total, JSON.stringify(cell)).toBeGreaterThan(0);
        expect(listed?.containers.length).toBe(Math.min(listed?.total ?? 0, CONTAINERS_A_PAGE));
      }
  });

  it.each([
    ["", ""],
    ["no such row", "no such column"],
    ["2026-02-31", "'; drop table report_containers; --"],
    ["hold:", "all"],
    ["terminal:", "fresh"],
    ["12345-01-01", "all"],
  ])("has no figure in row %j, column %j, or an empty one", async (row, column) => {
    const listed = await listReportContainers(dashboard.db, id, { row, column }, { ...ASKED, page: 1 });
    expect(listed?.total ?? 0).toBe(0);
  });
});

describe("the charges report", () => {
  it.each(["2026-11-16T00:00:00Z", "2026-11-15T23:59:59Z", "2026-11-01T05:30:00Z", "2026-11-18T12:00:00Z"])(
    "counts only the days up to now in the current week at %s",
    async (at) => {
      const requested: ReportInput = { ...ASKED, now: new Date(at), weeks: 12 };
      const expected = await countsInSql(dashboard.pool, "charges", requested);
      expect(expected.length).toBeGreaterThan(3);
      expect(figuresOf(await read("charges", requested))).toEqual(expected);
    },
  );

  it("keeps the sums per week consistent with the days when a charge is removed", async () => {
    const stored = async () =>
      (
        await dashboard.pool.query(
          "select week::text, currency, at_start, minor::int, containers from report_charge_weeks where containers <> 0 order by 1, 2, 3",
        )
      ).rows;
    const summed = async () =>
      (
        await dashboard.pool.query(
          `select date_trunc('week', on_day)::date::text as week, currency, at_start, sum(minor)::int as minor,
          count(distinct container_id)::int as containers from report_charges group by 1, 2, 3 order by 1, 2, 3`,
        )
      ).rows;
    const before = await stored();
    expect(before.length).toBeGreaterThan(3);
    expect(before).toEqual(await summed());
    const { rows } = await dashboard.pool.query<{ id: string; fees: string }>(
      `select id, attributes ->> 'fees_at_pod_terminal' as fees from containers
       where attributes ? 'fees_at_pod_terminal' order by id limit 1`,
    );
    const set = async (fees: string | null) => {
      await dashboard.pool.query(
        "update containers set attributes = jsonb_set(attributes, '{fees_at_pod_terminal}', $2::jsonb) where id = $1",
        [rows[0]?.id, fees],
      );
      await dashboard.pool.query("update board_rows set number = number where container_id = $1", [
        rows[0]?.id,
      ]);
      await catchUp(dashboard.db);
    };
    await set("[]");
    expect(await stored()).not.toEqual(before);
    expect(await stored()).toEqual(await summed());
    await set(rows[0]?.fees ?? null);
    expect(await stored()).toEqual(before);
  });
});

describe("report rows of an older version", () => {
  const old = async () =>
    (
      await dashboard.pool.query<{ at: Date; version: number }>(
        "select greatest(first_seen_at, checked_at) as at, row_version as version from report_containers order by 1 desc",
      )
    ).rows;
  const makeOld = () =>
    dashboard.pool.query("update report_containers set row_version = $1, dwell_minutes = null", [
      REPORT_ROW_VERSION - 1,
    ]);

  it("are rebuilt newest first, and the tables are then as before", async () => {
    const before = await everythingKept();
    await makeOld();
    const step = oldRowRebuilder(dashboard.db, { ...OLD_REPORT_ROWS, rowsAtOnce: 50 });
    expect(await step()).toBe(true);
    const present = (await old()).map(({ version }) => version === REPORT_ROW_VERSION);
    expect(present).toEqual(present.map((_, index) => index < 50));
    while (await step());
    expect(await everythingKept()).toEqual(before);
  });

  it("wait while containers are due", async () => {
    await makeOld();
    const step = oldRowRebuilder(dashboard.db, OLD_REPORT_ROWS);
    await dashboard.pool.query("update board_rows set number = number where container_id = 'container-1'");
    expect(await step()).toBe(false);
    await catchUp(dashboard.db);
    while (await step());
    expect((await old()).every(({ version }) => version === REPORT_ROW_VERSION)).toBe(true);
  });

  it("of a newer version are not overwritten; due containers are left to a newer worker", async () => {
    const newer = "update report_containers set row_version = $1 where container_id = 'container-1'";
    await dashboard.pool.query(newer, [REPORT_ROW_VERSION + 1]);
    await dashboard.pool.query("update board_rows set number = number where container_id = 'container-1'");
    expect(await catchUpReports(dashboard.db, { atOnce: true })).toBe(false);
    const { rows: due } = await dashboard.pool.query("select container_id from report_rebuild_queue");
    expect(due).toEqual([{ container_id: "container-1" }]);
    await dashboard.pool.query(newer, [REPORT_ROW_VERSION]);
    expect(await catchUpReports(dashboard.db, { atOnce: true })).toBe(true);
  });
});

describe("the report tables", () => {
  it("are identical after one or two rebuilds from the mirror", async () => {
    const stored = await everythingKept();
    expect(stored.report_containers?.length).toBe(CONTAINERS);
    await requestRebuild(dashboard.db);
    await catchUp(dashboard.db);
    expect(await everythingKept()).toEqual(stored);
    for (const table of Object.keys(KEPT)) await dashboard.pool.query(`delete from ${table}`);
    await requestRebuild(dashboard.db);
    await requestRebuild(dashboard.db);
    await catchUp(dashboard.db);
    expect(await everythingKept()).toEqual(stored);
  });

  it("are unchanged by a killed batch, which is repeated later", async () => {
    const stored = await everythingKept();
    await requestRebuild(dashboard.db);
    const due = async () =>
      (await dashboard.pool.query("select count(*)::int as due from report_rebuild_queue")).rows[0].due;
    expect(await due()).toBe(CONTAINERS);
    // The batch waits for this lock with half of its work done.
    const other = await dashboard.pool.connect();
    await other.query("begin");
    await other.query("lock table report_charges in access exclusive mode");
    const killed = catchUpReports(dashboard.db, { atOnce: true }).then(
      () => "done",
      () => "killed",
    );
    const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect
      .poll(async () => (await dashboard.pool.query(waiting)).rowCount, { timeout: 60_000 })
      .toBe(1);
    // A second worker that starts in the meantime does no work.
    expect(await catchUpReports(dashboard.db, { atOnce: true })).toBe(false);
    await dashboard.pool.query(`select pg_terminate_backend(pid) from (${waiting}) waits`);
    expect(await killed).toBe("killed");
    await other.query("rollback");
    other.release();
    expect(await due()).toBe(CONTAINERS);
    expect(await everythingKept()).toEqual(stored);
    await catchUp(dashboard.db);
    expect(await due()).toBe(0);
    expect(await everythingKept()).toEqual(stored);
  });

  it("leave out only the container with an invalid date", async () => {
    const stored = await everythingKept();
    const spoil = (field: string, value: string, id: string) =>
      dashboard.pool.query(
        `update containers set attributes = attributes || jsonb_build_object($1::text, $2::text) where id = $3`,
        [field, value, id],
      );
    await spoil("pod_discharged_at", "+275760-09-12T00:00:00Z", "container-5");
    await spoil("pod_full_out_at", "9999-12-31T00:00:00Z", "container-6");
    await requestRebuild(dashboard.db);
    await catchUp(dashboard.db);
    const { rows } = await dashboard.pool.query(
      "select container_id as id from report_containers where container_id in ('container-5', 'container-6')",
    );
    expect(rows).toEqual([{ id: "container-6" }]);
    await dashboard.pool.query(
      "update containers c set attributes = c.attributes - 'pod_discharged_at' where id = 'container-5'",
    );
    await requestRebuild(dashboard.db);
    await catchUp(dashboard.db);
    expect((await everythingKept()).report_containers?.length).toBe(stored.report_containers?.length);
  });

  it("remove a deleted container", async () => {
    const stored = await everythingKept();
    await dashboard.pool.query("delete from board_rows where container_id = 'container-3'");
    await dashboard.pool.query("delete from containers where id = 'container-3'");
    await catchUp(dashboard.db);
    expect((await everythingKept()).report_containers?.length).toBe(
      (stored.report_containers?.length ?? 0) - 1,
    );
    const { rows } = await dashboard.pool.query(
      `select (select sum(containers)::int from report_status_days) as counted,
        (select count(*)::int from report_containers) as containers`,
    );
    expect(rows[0].counted).toBe(rows[0].containers);
  });

  it("wait for waiting notifications, but only for a limited time", async () => {
    await requestRebuild(dashboard.db);
    await dashboard.pool.query(
      "insert into inbox (notification_id, event, body, created_at) values ('n-1', 'x', '{}', now())",
    );
    expect(await catchUpReports(dashboard.db)).toBe(false);
    await dashboard.pool.query("update report_rebuild_queue set noted_at = now() - interval '16 seconds'");
    expect(await catchUpReports(dashboard.db)).toBe(true);
    await dashboard.pool.query("delete from inbox");
    expect(await catchUpReports(dashboard.db), "nothing to do").toBe(false);
  });
});

it("distinguishes report ids from table ids of the manager's page", () => {
  expect(REPORT_IDS.every(isReportId)).toBe(true);
  expect(isReportId("people")).toBe(false);
});
