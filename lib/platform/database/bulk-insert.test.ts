import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changes, shipments } from "@/lib/platform/database/schema/schema";
import { insertInto, insertMissing, upsertRows } from "./bulk-insert";
import { openTestDashboard } from "./test-dashboard-database";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => dashboard.pool.query("delete from shipments; delete from changes"));

const row = (id: string, name: unknown = "x") => ({
  id,
  attributes: { name, quote: `'"\\ ${id}`, list: [1, null, { a: "ä" }], nothing: null },
  relationships: {},
  unconfirmed: {},
  asOf: new Date("2026-11-20T08:00:00.123Z"),
  readUntil: new Date("2026-11-20T08:00:00.456Z"),
  billOfLadingKey: "MAEU",
  searchKeys: ["A,B", 'C"D', "{E}"],
  createdAt: null,
  trackingStoppedAt: new Date("2026-11-20T09:00:00Z"),
  arrivesOn: "2026-11-28",
  etaAt: new Date("2026-11-28T09:00:00Z"),
  arrivedAt: null,
  etaDrift: -2,
});
const stored = () => dashboard.db.select().from(shipments).orderBy(asc(shipments.id));

describe("rows inserted with one parameter", () => {
  it("equal the input rows, for every type", async () => {
    const rows = [row("s-1"), row("s-2", "{}")];
    await upsertRows(dashboard.db, shipments, "id", rows);
    expect(await stored()).toEqual(rows);
  });

  it("overwrite existing rows, or leave them and return the missing keys", async () => {
    await upsertRows(dashboard.db, shipments, "id", [row("s-1", "old")]);
    expect(await insertMissing(dashboard.db, shipments, "id", [row("s-1", "new"), row("s-2")])).toEqual(
      new Set(["s-2"]),
    );
    expect((await stored())[0]?.attributes.name).toBe("old");
    await upsertRows(dashboard.db, shipments, "id", [row("s-1", "new")]);
    expect((await stored())[0]?.attributes.name).toBe("new");
  });

  it("use the database's defaults for omitted columns, and store null as null", async () => {
    const change = { subjectType: "container", subjectId: "c", field: "f", asOf: new Date(), after: null };
    await dashboard.db.execute(
      insertInto(changes, [
        { ...change, before: "1" },
        { ...change, before: 1 },
      ]),
    );
    expect(await dashboard.db.select().from(changes).where(eq(changes.before, 1))).toMatchObject([
      { id: expect.any(Number), recordedAt: expect.any(Date), before: 1, after: null },
    ]);
    const { rows } = await dashboard.db.execute(
      sql`select count(*)::int as n from changes where after is null`,
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  it.each([[[]]])("may be an empty list", async (rows) => {
    await upsertRows(dashboard.db, shipments, "id", rows);
    expect(await insertMissing(dashboard.db, shipments, "id", rows)).toEqual(new Set());
  });

  it("are all rejected if one is invalid", async () => {
    const wrong = { ...row("s-2"), billOfLadingKey: "a\u0000b" };
    await expect(upsertRows(dashboard.db, shipments, "id", [row("s-1"), wrong])).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });
});
