import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerRecord } from "@/lib/contract/fixtures";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { listPrintRows } from "./print-rows";

const CONTAINERS = 30;
const COPIES = 2_100;

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const records = Array.from({ length: CONTAINERS }, (_, i) =>
    containerRecord(`c-${i}`, { number: `OOLU48079${10 + i}` }),
  );
  const origin = { asOf: new Date("2026-11-20T12:00:00Z"), notificationId: null };
  await dashboard.db.transaction((tx) => applyRecords(tx, records, origin));
});
afterAll(() => dashboard.close());

const printed = async (address: string) => {
  const { query } = readBoardQuery(new URLSearchParams(address));
  const { rows, total } = await listPrintRows(dashboard.db, query, new Date(), null);
  return { numbers: rows.map(({ number }) => number), total };
};

describe("rows of a printed list", () => {
  it("contain all rows of the address in its order", async () => {
    const { numbers, total } = await printed("sort=-container");
    expect(total).toBe(CONTAINERS);
    expect(numbers).toEqual(numbers.toSorted().toReversed());
    expect(numbers).toHaveLength(CONTAINERS);
  });

  it("leave out rows that the address excludes", async () => {
    expect(await printed("q=4807911")).toEqual({ numbers: ["OOLU4807911"], total: 1 });
    expect(await printed("q=' or 1=1 --")).toEqual({ numbers: [], total: 0 });
  });

  it("are limited to 2,000, with the rest counted", async () => {
    for (const [table, id] of [
      ["containers", "id"],
      ["board_rows", "container_id"],
    ] as const) {
      const { rows } = await dashboard.pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
        [table],
      );
      const names = rows.map(({ name }) => name);
      const values = names.map((name) => (name === id ? "'copy-' || n" : name));
      await dashboard.pool.query(
        `insert into ${table} (${names}) select ${values} from ${table}, generate_series(1, ${COPIES}) n
         where ${id} = 'c-0'`,
      );
    }
    const { numbers, total } = await printed("");
    expect(numbers).toHaveLength(2_000);
    expect(total).toBe(CONTAINERS + COPIES);
  });
});
