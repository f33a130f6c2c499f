import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catchUp, reportMirror, yearOf } from "@/lib/features/reports/materialize/test-history";
import { listOldestExceptions, readExceptions } from "@/lib/features/reports/queries/exceptions";
import { readBehind } from "@/lib/features/reports/queries/lag";
import { listReportContainers } from "@/lib/features/reports/queries/list-containers";
import { reportOf } from "@/lib/features/reports/queries/registry";
import type { ReportInput } from "@/lib/features/reports/queries/report";
import { yesterdayOf } from "@/lib/features/reports/queries/since-yesterday";
import { weeksOf } from "@/lib/features/reports/queries/week";
import { HOME_TABLES, type ReportTable, type TableId } from "@/lib/features/reports/rules/report-table";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";

/** In Chicago this is 01:30 on the 21st. */
const NOW = new Date("2026-11-21T07:30:00Z");
const ASKED: ReportInput = { now: NOW, weeks: 12, zone: "America/Chicago" };

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let ana = "";

beforeAll(async () => {
  dashboard = await openTestDashboard();
  await dashboard.pool.query(
    "insert into per_diem_terms (scac, free_days, counts) values ('MAEU', 2, 'calendar'), ('MSCU', 30, 'calendar')",
  );
  await reportMirror(dashboard.db, yearOf(11, 90, NOW));
  await catchUp(dashboard.db);
  const { rows } = await dashboard.pool.query(
    "insert into users (email, name, password_hash) values ('ana@example.com', 'Ana', 'x'), ('ben@example.com', ' ', 'x') returning id",
  );
  ana = rows[0].id;
  const ben = rows[1].id;
  await dashboard.pool.query(
    `insert into follow_ups (container_id, hold_name, place, created_by, next_check_at) values
       ('container-1', 'customs', 'port', $1, '2026-11-21T07:30:00Z'), ('container-1', 'freight', 'port', $1, '2026-11-21T07:30:01Z'),
       ('container-2', 'customs', 'port', $1, null), ('container-3', 'customs', 'port', null, null)`,
    [ana],
  );
  await dashboard.pool.query(
    `insert into follow_up_entries (follow_up_id, written_by, contacted) select id, $1, 'the broker' from follow_ups where container_id = 'container-2'`,
    [ben],
  );
  await dashboard.pool.query(
    "insert into follow_ups (container_id, hold_name, place, created_by, closed_at, closed_because) values ('container-4', 'TMF', 'port', $1, now(), 'dropped')",
    [ana],
  );
  const job = (
    await dashboard.pool.query(
      "insert into jobs (kind, title, total, created_by) values ('assign_carrier', 'Assign', 3, $1) returning id",
      [ben],
    )
  ).rows[0].id;
  await dashboard.pool.query(
    `insert into job_rows (job_id, position, subject_id, state, ended_at) values ($1, 0, 'container-5', 'waiting', null),
       ($1, 1, 'container-6', 'done', '2026-11-20T06:00:00Z'), ($1, 2, 'container-7', 'done', '2026-11-20T05:59:59Z')`,
    [job],
  );
});
afterAll(() => dashboard.close());

const read = (id: TableId): Promise<ReportTable> => reportOf(id).read(dashboard.db, ASKED);
const figure = ({ columns, rows }: ReportTable, row: string, column: string) =>
  rows.find(({ id, label }) => id === row || label === row)?.values[
    columns.findIndex(({ id }) => id === column)
  ];
const count = async (text: string, values: unknown[] = [NOW]): Promise<number> =>
  (await dashboard.pool.query(`select count(*)::int as containers from ${text}`, values)).rows[0].containers;

describe.each(HOME_TABLES)("the table %s", (id) => {
  it("lists as many containers as each figure counts", async () => {
    const { columns, rows } = await read(id);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      for (const [index, column] of columns.entries()) {
        const listed = await listReportContainers(
          dashboard.db,
          id,
          { row: row.id, column: column.id },
          { ...ASKED, page: 1 },
        );
        const value = row.values[index] ?? 0;
        if (column.unit === "containers") expect(listed?.total, `${row.id} ${column.id}`).toBe(value);
        else if (value) expect(listed?.total, `${row.id} ${column.id}`).toBeGreaterThan(0);
      }
  });

  it.each([
    ["", ""],
    ["nobody", "no such"],
    ["'; --", "containers"],
    ["00000000-0000-0000-0000-00000000000g", "followUps"],
  ])("has no figure in row %j, column %j", async (row, column) => {
    const listed = await listReportContainers(dashboard.db, id, { row, column }, { ...ASKED, page: 1 });
    expect(listed?.total ?? 0).toBe(0);
  });
});

describe("since yesterday", () => {
  it.each([
    ["America/Chicago", "2026-11-20", "2026-11-20T06:00:00.000Z"],
    ["Pacific/Auckland", "2026-11-20", "2026-11-19T11:00:00.000Z"],
    ["Nowhere/Land", "2026-11-20", "2026-11-20T00:00:00.000Z"],
    [null, "2026-11-20", "2026-11-20T00:00:00.000Z"],
  ])("starts with the previous day in %s", (zone, on, startsAt) => {
    const found = yesterdayOf({ now: NOW, zone });
    expect({ on: found.on, startsAt: found.startsAt.toISOString() }).toEqual({ on, startsAt });
  });

  it("starts at local midnight on a day with a clock change", () => {
    const zone = "America/New_York";
    const start = (now: string) => yesterdayOf({ now: new Date(now), zone }).startsAt.toISOString();
    expect(start("2026-11-02T12:00:00Z")).toBe("2026-11-01T04:00:00.000Z");
    expect(start("2026-03-09T12:00:00Z")).toBe("2026-03-08T05:00:00.000Z");
  });

  it("counts the events of the mirror", async () => {
    const table = await read("since");
    const happened = (field: string) =>
      count(
        `containers where (attributes ->> '${field}')::timestamptz between '2026-11-20T06:00:00Z' and $1`,
      );
    expect(figure(table, "discharged", "containers")).toBe(await happened("pod_discharged_at"));
    expect(figure(table, "empty", "containers")).toBe(await happened("empty_terminated_at"));
    expect(figure(table, "eta", "containers")).toBe(
      await count(`(select distinct subject_id from changes where field = 'pod_eta_at'
        and as_of between '2026-11-20T06:00:00Z' and $1) moved`),
    );
    expect(figure(table, "placed", "containers")).toBe(
      await count(`(select distinct subject_id from changes where field = 'holds_at_pod_terminal' and as_of between
        '2026-11-20T06:00:00Z' and $1 and jsonb_array_length(after) > 0 and before is null) placed`),
    );
  });
});

describe("trends", () => {
  const week = (now: string, zone: string | null) => {
    const { thisWeek, lastWeek } = weeksOf({ now: new Date(now), zone });
    return [thisWeek, lastWeek].map(({ from, until, firstDay, lastDay }) =>
      [from.toISOString(), until.toISOString(), firstDay, lastDay].join(" "),
    );
  };

  it("compare the week from Monday with the same part of the week before, in the user's zone", () => {
    expect(week("2026-11-21T07:30:00Z", "America/Chicago")).toEqual([
      "2026-11-16T06:00:00.000Z 2026-11-21T07:30:00.000Z 2026-11-16 2026-11-21",
      "2026-11-09T06:00:00.000Z 2026-11-14T07:30:00.000Z 2026-11-09 2026-11-14",
    ]);
    expect(week("2026-11-23T00:30:00Z", null)).toEqual([
      "2026-11-23T00:00:00.000Z 2026-11-23T00:30:00.000Z 2026-11-23 2026-11-23",
      "2026-11-16T00:00:00.000Z 2026-11-16T00:30:00.000Z 2026-11-16 2026-11-16",
    ]);
  });

  it("never compare with days of the current week when the clock changed in one of them", () => {
    // The week from 26 October to 1 November has 169 hours in New York, the next one 168.
    const [, last] = week("2026-11-02T04:59:00Z", "America/New_York");
    expect(last).toBe("2026-10-19T04:00:00.000Z 2026-10-26T04:00:00.000Z 2026-10-19 2026-10-25");
  });

  it("count what the mirror reports, by container", async () => {
    const table = await read("trends");
    const happened = (field: string, from: string, until: string) =>
      count(
        `containers where (attributes ->> '${field}')::timestamptz >= $1 and (attributes ->> '${field}')::timestamptz < $2`,
        [from, until],
      );
    const [from, formerFrom, formerUntil] = ["2026-11-16T06:00Z", "2026-11-09T06:00Z", "2026-11-14T07:30Z"];
    const returned = await happened("empty_terminated_at", formerFrom, formerUntil);
    expect(returned).toBeGreaterThan(0);
    expect(figure(table, "last", "empty")).toBe(returned);
    expect(figure(table, "this", "empty")).toBe(
      await happened("empty_terminated_at", from, NOW.toISOString()),
    );
  });

  it("count a last free day as missed when it ended before the pickup, even if it was picked up since", async () => {
    const table = await read("trends");
    const missed = (from: string, until: string, more = "true") =>
      count(
        `board_rows r join report_containers b using (container_id)
           where (r.row #>> '{deadline,governing,endsAt}')::timestamptz >= $1
             and (r.row #>> '{deadline,governing,endsAt}')::timestamptz < $2 and ${more}
             and (not b.picked_up or b.out_at >= (r.row #>> '{deadline,governing,endsAt}')::timestamptz)`,
        [from, until],
      );
    const thisWeek = ["2026-11-16T06:00Z", NOW.toISOString()] as const;
    const lastWeek = ["2026-11-09T06:00Z", "2026-11-14T07:30Z"] as const;
    expect(figure(table, "this", "missed")).toBe(await missed(...thisWeek));
    expect(figure(table, "last", "missed")).toBe(await missed(...lastWeek));
    expect(await missed(...lastWeek, "b.picked_up")).toBeGreaterThan(0);
  });

  it("sum the charges that were added on the days of each part", async () => {
    const table = await read("trends");
    const sum = async (from: string, to: string) =>
      (
        await dashboard.pool.query(
          `select sum(minor)::int as minor from report_charges where not at_start and currency = 'USD'
             and on_day between $1 and $2`,
          [from, to],
        )
      ).rows[0].minor;
    expect(figure(table, "this", "USD")).toBe(await sum("2026-11-16", "2026-11-21"));
    expect(figure(table, "last", "USD")).toBe(await sum("2026-11-09", "2026-11-14"));
  });

  it("have no figures of last week while the history starts later, and say so", async () => {
    const { rows } = await dashboard.pool.query<{ start: Date }>(
      "select min(first_seen_at) as start from report_containers",
    );
    const start = rows[0]?.start ?? NOW;
    const now = new Date(start.getTime() + 3_600_000);
    const table = await reportOf("trends").read(dashboard.db, { ...ASKED, now });
    const [thisWeek, lastWeek] = table.rows;
    expect(thisWeek?.values.some((value) => value !== null)).toBe(true);
    expect(lastWeek?.values.every((value) => value === null)).toBe(true);
    expect(table.notes[0]).toMatch(
      /^Last week can’t be compared: the history of this account starts on \d{4}-\d\d-\d\d\.$/,
    );
    expect((await read("trends")).notes).toHaveLength(1);
  });
});

describe("charge exposure", () => {
  it("sums the charges of containers past their last free day by currency", async () => {
    const table = await read("exposure");
    const { rows } = await dashboard.pool.query<{ currency: string; minor: number }>(
      `select sum ->> 'currency' as currency, sum((sum ->> 'minor')::int)::int as minor
       from board_rows cross join jsonb_array_elements(charge_sums) sum
       where not picked_up and governing_ends_at <= $1 group by 1`,
      [NOW],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { currency, minor } of rows) expect(figure(table, "past", currency), currency).toBe(minor);
    expect(figure(table, "past", "containers")).toBe(
      await count("board_rows where not picked_up and governing_ends_at <= $1"),
    );
  });
});

describe("late empties", () => {
  const late = `board_rows r join containers c on c.id = r.container_id
    where r.return_due_at <= $1 and not c.attributes ? 'empty_terminated_at'`;

  it("are the containers that the board marks as late", async () => {
    const containers = await count(late);
    expect(containers).toBeGreaterThan(0);
    expect(figure(await read("exposure"), "per-diem", "containers")).toBe(containers);
  });

  it("are none after the lines grant more free days", async () => {
    await dashboard.pool.query("update per_diem_terms set free_days = 90");
    await dashboard.pool.query("update board_rows set number = number");
    await catchUp(dashboard.db);
    expect(figure(await read("exposure"), "per-diem", "containers")).toBe(0);
  });
});

describe("added charges", () => {
  const added = (day: string) =>
    `report_charges c where c.on_day = '${day}' and not c.at_start and c.currency = 'USD'`;
  const sumOf = async (from: string): Promise<number> =>
    (await dashboard.pool.query(`select coalesce(sum(minor), 0)::int as minor from ${from}`)).rows[0].minor;

  it("are those of the change history, by day", async () => {
    const table = await read("exposure");
    // In Chicago it is the 21st.
    expect(figure(table, "added", "USD-yesterday")).toBe(await sumOf(added("2026-11-20")));
    expect(figure(table, "added", "USD-today") ?? 0).toBe(await sumOf(added("2026-11-21")));
    expect(figure(table, "added", "USD-yesterday")).toBeGreaterThan(0);
    const past = "join report_containers b using (container_id) where not picked_up and due_ends_at <= $1";
    const { rows } = await dashboard.pool.query(
      `select sum(minor)::int as minor from report_charges c ${past} and c.on_day = '2026-11-20' and not at_start
         and currency = 'USD'`,
      [NOW],
    );
    expect(figure(table, "past", "USD-yesterday")).toBe(rows[0].minor);
  });

  it("exclude charges that existed when tracking started", async () => {
    const ids = await dashboard.pool.query<{ id: string }>(
      "select distinct container_id as id from report_charges where on_day in ('2026-11-20', '2026-11-21') and not at_start",
    );
    expect(ids.rows.length).toBeGreaterThan(0);
    expect(figure(await read("exposure"), "added", "containers")).toBe(ids.rows.length);
    await dashboard.pool.query(
      "update report_charges set at_start = true where on_day in ('2026-11-20', '2026-11-21') and not at_start",
    );
    const table = await read("exposure");
    expect(figure(table, "added", "containers")).toBe(0);
    expect(figure(table, "added", "USD-yesterday") ?? null).toBeNull();
    await dashboard.pool.query("update board_rows set number = number");
    await catchUp(dashboard.db);
    expect(figure(await read("exposure"), "added", "containers")).toBe(ids.rows.length);
  });

  it("are not shown for empties, whose per diem nobody reports, nor the sum of all charges ever", async () => {
    const { columns, rows } = await read("exposure");
    const valuesOf = (row: string) => rows.find(({ id }) => id === row)?.values ?? [];
    expect(valuesOf("per-diem").slice(1)).toEqual(columns.slice(1).map(() => null));
    expect(valuesOf("added")[columns.findIndex(({ id }) => id === "USD")]).toBeNull();
  });
});

describe("workload", () => {
  it("assigns a follow-up to its last writer, else its creator, else nobody, and counts each container once", async () => {
    const table = await read("people");
    expect(figure(table, ana, "followUps")).toBe(1);
    expect(figure(table, ana, "due")).toBe(1);
    expect(figure(table, "ben@example.com", "followUps")).toBe(1);
    expect(figure(table, "No user", "followUps")).toBe(1);
  });

  it("counts the containers that each user assigned, one by one and in bulk, this week and last week", async () => {
    const entry = (user: string, id: string, at: string, action = "container.party_assigned") =>
      dashboard.pool.query(
        `insert into audit_entries (user_id, actor, action, record_type, record_id, at)
           select id, email, $2, 'container', $3, $4 from users where email = $1`,
        [user, action, id, at],
      );
    // Monday, 00:00 in Chicago is 06:00 in UTC.
    await entry("ben@example.com", "container-6", "2026-11-19T12:00:00Z");
    await entry("ana@example.com", "container-8", "2026-11-16T06:00:00Z");
    await entry("ana@example.com", "container-9", "2026-11-16T05:59:59Z");
    await entry("ana@example.com", "container-9", "2026-11-14T07:29:59Z");
    await entry("ana@example.com", "container-10", "2026-11-14T07:30:00Z");
    await entry("ana@example.com", "container-11", "2026-11-18T12:00:00Z", "container.plan_saved");
    const table = await read("people");
    expect(figure(table, "ben@example.com", "waiting")).toBe(1);
    expect(figure(table, "ben@example.com", "assigned")).toBe(2);
    expect(figure(table, "ben@example.com", "assigned-before")).toBe(0);
    expect(figure(table, ana, "assigned")).toBe(1);
    expect(figure(table, ana, "assigned-before")).toBe(1);
    expect(table.notes.join(" ")).toContain("Last week is incomplete: the audit log starts on 2026-11-14.");
    await entry("ana@example.com", "container-12", "2026-11-01T12:00:00Z");
    expect((await read("people")).notes).toHaveLength(1);
  });
});

it("counts exceptions from the board queues and the failed requests", async () => {
  await dashboard.pool.query(
    `insert into tracking_requests (id, attributes, status, as_of) values ('t-1', '{}', 'failed', now()),
       ('t-2', '{}', 'created', now()), ('t-3', '{}', 'failed', now())`,
  );
  await dashboard.pool.query(
    "insert into seen_records (type, id, sync_run_id, deleted_upstream_at) values ('tracking_request', 't-3', 1, now())",
  );
  const found = new Map(
    (await readExceptions(dashboard.db, NOW)).map(({ id, count: containers }) => [id, containers]),
  );
  expect(found.get("failed-requests")).toBe(1);
  expect(found.get("expired")).toBe(await count("board_rows where expired_from <= $1"));
});

it("returns the number of containers not in the reports yet and their earliest change", async () => {
  expect(await readBehind(dashboard.db)).toEqual({ containers: 0, since: null });
  await dashboard.pool.query(
    "update board_rows set number = number where container_id in ('container-1', 'container-2')",
  );
  await dashboard.pool.query("update board_rows set number = number where container_id = 'container-1'");
  expect(await readBehind(dashboard.db)).toMatchObject({ containers: 2, since: expect.stringMatching(/Z$/) });
});

it("lists the oldest exceptions with who acts next, the earliest last free day first", async () => {
  const oldest = await listOldestExceptions(dashboard.db, NOW);
  const { rows } = await dashboard.pool.query(
    `select container_id as id from board_rows
     where (expired_from is null or expired_from <= $1) and (expired_to is null or expired_to > $1)
       or (held_from is null or held_from <= $1) and (held_to is null or held_to > $1)
     order by picked_up, governing_ends_at, no_appointment desc, held desc, number collate "C" limit 8`,
    [NOW],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(oldest.map(({ row }) => row.id)).toEqual(rows.map(({ id }) => id));
  for (const { row, owner } of oldest) {
    if (row.followUp) expect(owner).toBe(row.followUp.owner);
    else if (row.holds.length === 0) expect(owner).toBe(row.drayCarriers[0]?.name ?? null);
    else expect(owner).not.toBeNull();
  }
});
