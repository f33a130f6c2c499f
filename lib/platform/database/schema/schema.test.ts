import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/lib/platform/database/client";
import { migrateDashboard, migrationsFolder } from "@/lib/platform/database/migrate";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { createTestDatabase } from "@/lib/platform/postgres/test-database";
import * as schema from "./schema";

type Column = { table: string; column: string; type: string; nullable: boolean };

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

const TYPES: Record<string, string> = {
  "timestamp with time zone": "timestamptz",
  boolean: "bool",
  integer: "int4",
  bigint: "int8",
  bigserial: "int8",
  "text[]": "_text",
};

const tables = Object.values(schema).filter((value) => is(value, PgTable));

function declared(): Column[] {
  return tables.flatMap((table) =>
    Object.values(getTableColumns(table)).map((column) => ({
      table: getTableConfig(table).name,
      column: column.name,
      type: TYPES[column.getSQLType()] ?? column.getSQLType(),
      nullable: !column.notNull,
    })),
  );
}

async function migrated(): Promise<Column[]> {
  const { rows } = await dashboard.pool.query<Column>(`
    select table_name as "table", column_name as "column", udt_name as "type", is_nullable = 'YES' as "nullable"
    from information_schema.columns where table_schema = 'public'
      and not exists (select from pg_inherits where inhrelid = format('public.%I', table_name)::regclass)`);
  return rows;
}

const sorted = (columns: Column[]) => columns.map((column) => JSON.stringify(column)).sort();

describe("the schema", () => {
  it("declares exactly the tables and columns that the migrations create", async () => {
    expect(tables.length).toBeGreaterThan(10);
    expect(sorted(declared())).toEqual(sorted(await migrated()));
  });

  it("declares the same primary keys", async () => {
    const { rows } = await dashboard.pool.query<{ table: string; columns: string[] }>(`
      select c.table_name::text as "table", array_agg(k.column_name::text order by k.column_name) as columns
      from information_schema.table_constraints c join information_schema.key_column_usage k
        on k.constraint_name = c.constraint_name and k.table_schema = c.table_schema
      where c.constraint_type = 'PRIMARY KEY' and c.table_schema = 'public' group by c.table_name`);
    const created = Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
    for (const table of tables) {
      const { name, primaryKeys, columns } = getTableConfig(table);
      const single = columns.filter(({ primary }) => primary).map((column) => column.name);
      const several = primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
      expect([...single, ...several].sort(), name).toEqual(created[name]);
    }
  });

  it("is created once: a second migration changes nothing and keeps existing data", async () => {
    await dashboard.db.insert(schema.installation).values({ name: "kept", value: 1 });
    await migrateDashboard(dashboard.url);
    expect(await dashboard.db.select().from(schema.installation)).toMatchObject([{ name: "kept", value: 1 }]);
  });

  it("is created once by several processes that start together", async () => {
    const empty = await createTestDatabase();
    try {
      await Promise.all(Array.from({ length: 4 }, () => migrateDashboard(empty.url)));
      const { db, pool } = openDatabase(empty.url, { max: 1 });
      expect(await db.select().from(schema.installation)).toEqual([]);
      await pool.end();
    } finally {
      await empty.drop();
    }
  });

  /** The first migration that a running former version must work with (docs/upgrade.md). */
  const FIRST_ROLLING = 67;
  const BREAKING =
    /\b(drop\s+(column|table|function|view)|rename\b|set\s+not\s+null|alter\s+column\s+\S+\s+(set\s+data\s+)?type)\b/i;

  it("changes so that a former version works with it: what it needs is removed in a later version", async () => {
    const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql"));
    const rolling = names.filter((name) => Number(name.slice(0, 4)) >= FIRST_ROLLING);
    expect(rolling.length).toBeGreaterThan(0);
    for (const name of rolling) {
      const text = (await readFile(join(migrationsFolder, name), "utf8")).replaceAll(/^--.*$/gm, "");
      // A table whose replacement has its name and columns may be renamed.
      const replaced = (statement: string) => {
        const [, kind, table] = /^\s*alter (table|index) (\w+) rename to \w+$/i.exec(statement) ?? [];
        return table !== undefined && new RegExp(`create ${kind} ${table} `, "i").test(text);
      };
      const statements = text
        .split(/;|--> statement-breakpoint/)
        .filter((statement) => BREAKING.test(statement) && !replaced(statement.trim()));
      const reason = /^-- contract: unused since \S+/m.test(
        await readFile(join(migrationsFolder, name), "utf8"),
      );
      expect(reason ? [] : statements, name).toEqual([]);
    }
  });

  it("rejects data that violate the mirror's constraints", async () => {
    const refused = (text: string) => expect(dashboard.pool.query(text)).rejects.toThrow();
    await refused("insert into users (email, password_hash) values ('Upper@example.com', 'x')");
    await refused(
      "insert into board_rows (container_id, row, search, no_appointment, held, picked_up, number) values ('nobody', '{}', '', true, true, true, '')",
    );
  });
});
