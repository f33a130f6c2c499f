import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { queryColumn, queryRows, storedJson } from "./rows";
import { openTestDashboard } from "./test-dashboard-database";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

describe("rows of a query", () => {
  it("parses every type as PostgreSQL sends it", async () => {
    const schema = z.object({
      int: z.number(),
      float: z.number(),
      flag: z.boolean(),
      big: z.string(),
      exact: z.string(),
      day: z.string(),
      instant: z.string(),
      iso: z.string(),
      json: z.object({ a: z.array(z.number()) }),
      texts: z.array(z.string()),
      nothing: z.string().nullable(),
    });
    const query = sql`select 1::int as int, 1.5::float8 as float, true as flag, 9007199254740993::bigint as big,
      0.10::numeric as exact, date '2026-11-28' as day, timestamptz '2026-11-28T09:00:00Z' as instant,
      to_iso(timestamptz '2026-11-28T09:00:00Z') as iso, '{"a": [1]}'::jsonb as json, array['x', 'y'] as texts,
      null as nothing`;
    expect(await queryRows(dashboard.db, schema, query)).toEqual([
      {
        int: 1,
        float: 1.5,
        flag: true,
        big: "9007199254740993",
        exact: "0.10",
        day: "2026-11-28",
        instant: expect.stringMatching(/^2026-11-28 .*\+\d\d$/),
        iso: "2026-11-28T09:00:00.000Z",
        json: { a: [1] },
        texts: ["x", "y"],
        nothing: null,
      },
    ]);
  });

  it("names the query, the row and the columns of another shape, without their values", async () => {
    const schema = z.object({
      id: z.string(),
      count: z.number(),
      list: z.array(z.object({ at: z.string() })),
    });
    const read = queryRows(
      dashboard.db,
      schema,
      sql`select 'c-1' as id, count, ${JSON.stringify([{ at: 1 }])}::jsonb as list
          from (values (1), (2147483648)) as counted (count) where ${"secret"} <> ''`,
    );
    await expect(read).rejects.toThrow(
      /^Row 1 of a query .*: column count: Invalid input: expected number, received string; column list\.0\.at: .*\. The query: select 'c-1' as id, count, \$1::jsonb as list from/,
    );
    await expect(read).rejects.not.toThrow(/secret/);
  });

  it("names a column that the query does not return", async () => {
    const read = queryRows(dashboard.db, z.object({ id: z.string() }), sql`select 'c-1' as uuid`);
    await expect(read).rejects.toThrow(/column id: Invalid input: expected string, received undefined/);
  });

  it("runs within a transaction and rolls back when a row has another shape", async () => {
    const write = dashboard.db.transaction((tx) =>
      queryRows(
        tx,
        z.object({ name: z.number() }),
        sql`insert into installation (name, value) values ('rows', '{}') returning name`,
      ),
    );
    await expect(write).rejects.toThrow(/column name/);
    const left = await queryColumn(
      dashboard.db,
      z.number(),
      sql`select count(*)::int from installation where name = 'rows'`,
    );
    expect(left).toEqual([0]);
  });
});

describe("a single column", () => {
  it("returns its values", async () => {
    const query = sql`select id from unnest(array['b', 'a']) as id`;
    expect(await queryColumn(dashboard.db, z.string(), query)).toEqual(["b", "a"]);
  });

  it("names the column of another type", async () => {
    const read = queryColumn(dashboard.db, z.number(), sql`select 1::bigint as total`);
    await expect(read).rejects.toThrow(/column total: Invalid input: expected number, received string/);
  });

  it("refuses a second column", async () => {
    const read = queryColumn(dashboard.db, z.number(), sql`select 1 as one, 2 as two`);
    await expect(read).rejects.toThrow(/expected one column, received one, two/);
  });
});

describe("stored json", () => {
  const schema = z.object({ row: storedJson<{ id: string }>() });
  it("returns an object or a list as it is", async () => {
    const rows = await queryRows(
      dashboard.db,
      schema,
      sql`select row from (values ('{"id": "c-1", "more": 1}'::jsonb), ('[]')) as stored (row)`,
    );
    expect(rows).toEqual([{ row: { id: "c-1", more: 1 } }, { row: [] }]);
  });

  it.each(["null::jsonb", "'null'::jsonb", "'\"text\"'::jsonb", "1"])("refuses %s", async (value) => {
    await expect(queryRows(dashboard.db, schema, sql.raw(`select ${value} as row`))).rejects.toThrow(
      /column row: Invalid input: expected an object or a list/,
    );
  });
});
