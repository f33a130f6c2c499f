import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CHANGES, listMonths, makeMonths, tidyChanges } from "./month-partitions";
import { openTestDashboard } from "./test-dashboard-database";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.pool.query("delete from changes");
  for (const name of await listMonths(dashboard.db, CHANGES))
    await dashboard.pool.query(`drop table ${name}`);
});

const record = (id: string, recordedAt: string) =>
  dashboard.pool.query(
    `insert into changes (subject_type, subject_id, field, as_of, recorded_at)
     values ('container', $1, 'available', '2026-11-01T00:00:00Z', $2)`,
    [id, recordedAt],
  );

/** The partition in which each record is. */
async function places(): Promise<Record<string, string>> {
  const { rows } = await dashboard.pool.query<{ id: string; place: string }>(
    "select subject_id as id, tableoid::regclass::text as place from changes",
  );
  return Object.fromEntries(rows.map(({ id, place }) => [id, place]));
}

describe("changes by month", () => {
  it("are in the partition of their UTC month, those before 2027 together, and those of other months in their own", async () => {
    await tidyChanges(dashboard.db, new Date("2026-12-31T23:59:59.999Z"));
    expect(await listMonths(dashboard.db, CHANGES)).toEqual(["changes_2027_01", "changes_2027_02"]);
    await record("first", "0001-01-01T00:00:00Z");
    await record("last of 2026", "2026-12-31T23:59:59.999Z");
    await record("january", "2027-01-01T00:00:00Z");
    await record("end of january", "2027-01-31T23:59:59.999Z");
    await record("clock ahead", "2031-05-01T00:00:00Z");
    expect(await places()).toEqual({
      first: "changes_before_2027",
      "last of 2026": "changes_before_2027",
      january: "changes_2027_01",
      "end of january": "changes_2027_01",
      "clock ahead": "changes_other",
    });
  });

  it("move to the partition of their month when it is created later, with their ids", async () => {
    await record("early", "2027-03-15T00:00:00Z");
    await record("other", "2027-04-01T00:00:00Z");
    const before = await dashboard.pool.query("select id, subject_id from changes order by id");
    await dashboard.db.transaction((tx) => makeMonths(tx, CHANGES, [new Date("2027-03-31T23:59:59Z")]));
    expect(await places()).toEqual({ early: "changes_2027_03", other: "changes_other" });
    expect((await dashboard.pool.query("select id, subject_id from changes order by id")).rows).toEqual(
      before.rows,
    );
  });

  it("are found by subject and by notification with the indexes of every partition", async () => {
    await tidyChanges(dashboard.db, new Date("2027-01-15T00:00:00Z"));
    const { rows } = await dashboard.pool.query<{ table: string; count: number }>(
      `select tablename as table, count(*)::int as count from pg_indexes
       where tablename like 'changes\\_%' group by 1 order by 1`,
    );
    expect(rows).toEqual(
      ["changes_2027_01", "changes_2027_02", "changes_2027_03", "changes_before_2027", "changes_other"].map(
        (table) => ({ table, count: 3 }),
      ),
    );
  });

  it("of past months are dropped when they are empty, and only then", async () => {
    await tidyChanges(dashboard.db, new Date("2027-01-15T00:00:00Z"));
    await record("kept", "2027-02-10T00:00:00Z");
    await tidyChanges(dashboard.db, new Date("2027-03-01T00:00:00Z"));
    expect(await listMonths(dashboard.db, CHANGES)).toEqual([
      "changes_2027_02",
      "changes_2027_03",
      "changes_2027_04",
      "changes_2027_05",
    ]);
    expect(await places()).toEqual({ kept: "changes_2027_02" });
  });

  it("of a month that is read are dropped by a later run", async () => {
    await tidyChanges(dashboard.db, new Date("2027-01-15T00:00:00Z"));
    const reader = await dashboard.pool.connect();
    try {
      await reader.query("begin; select from changes_2027_01");
      await tidyChanges(dashboard.db, new Date("2027-02-01T00:00:00Z"));
      expect(await listMonths(dashboard.db, CHANGES)).toContain("changes_2027_01");
    } finally {
      await reader.query("rollback");
      reader.release();
    }
    await tidyChanges(dashboard.db, new Date("2027-02-01T00:00:00Z"));
    expect(await listMonths(dashboard.db, CHANGES)).not.toContain("changes_2027_01");
  });

  it("are created once by processes that start together, while others write", async () => {
    const now = new Date("2027-06-15T00:00:00Z");
    const writes = Array.from({ length: 20 }, (_, n) => record(`w-${n}`, "2027-06-20T00:00:00Z"));
    await Promise.all([...[1, 2, 3].map(() => tidyChanges(dashboard.db, now)), ...writes]);
    const inMonths = Object.values(await places()).filter((place) => place === "changes_2027_06");
    expect(inMonths).toHaveLength(20);
  });
});
