import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrateDashboard } from "./migrate";
import journal from "./migrations/meta/_journal.json";
import { NewerSchemaError, requireKnownSchema } from "./schema-version";
import { openTestDashboard } from "./test-dashboard-database";

const last = journal.entries.at(-1);
let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeEach(async () => {
  dashboard = await openTestDashboard();
});
afterEach(() => dashboard.close());

/** Simulates a later version: adds a migration that is not in this version's list. */
async function migrateAsLaterVersion(comment: string | null): Promise<void> {
  await dashboard.pool.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', $1)",
    [Date.UTC(2031, 4, 6)],
  );
  if (comment !== null)
    await dashboard.pool.query(`comment on table drizzle.__drizzle_migrations is '${comment}'`);
}

describe("a database of a newer version", () => {
  it("is rejected with both versions named, and stays unchanged", async () => {
    await migrateAsLaterVersion("0999_from_the_future");
    const refused = await migrateDashboard(dashboard.url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NewerSchemaError);
    expect(String(refused)).toContain("its last migration is 0999_from_the_future");
    expect(String(refused)).toContain(`knows them up to ${last?.tag}`);
    const { rows } = await dashboard.pool.query(
      "select obj_description('drizzle.__drizzle_migrations'::regclass) as named",
    );
    expect(rows).toEqual([{ named: "0999_from_the_future" }]);
  });

  it("is identified by its date if its name was not stored", async () => {
    await migrateAsLaterVersion(null);
    await expect(requireKnownSchema(dashboard.db)).rejects.toThrow("its last migration is one of 2031-05-06");
  });
});

describe("a database of this version or an earlier one", () => {
  it("is accepted", async () => {
    await requireKnownSchema(dashboard.db);
    await dashboard.pool.query("delete from drizzle.__drizzle_migrations where created_at = $1", [
      last?.when,
    ]);
    await requireKnownSchema(dashboard.db);
  });

  it("is accepted before its first migration", async () => {
    await dashboard.pool.query("drop schema drizzle cascade");
    await requireKnownSchema(dashboard.db);
  });
});
