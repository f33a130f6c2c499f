import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { openTestAccount } from "@/lib/features/test-account";
import { queryColumn } from "@/lib/platform/database/rows";
import { boardCondition } from "./filter-sql";
import { boardOrder } from "./row-order";

const NOW = new Date();
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);

/** The state of the work order of each container, and when its link expires. */
const ORDERS = {
  accepted: ["accepted", hours(-1)],
  changed: ["changed", hours(1)],
  declined: ["declined", hours(1)],
  expired: ["changed", hours(-1)],
  sent: ["sent", hours(1)],
  unanswered: ["sent", hours(-1)],
  without: [null, null],
} as const;

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

beforeAll(async () => {
  dashboard = await openTestAccount();
  await dashboard.pool.query("delete from board_rows");
  for (const [id, [state, expiresAt]] of Object.entries(ORDERS)) {
    await dashboard.tell({}, id);
    await dashboard.pool.query(
      "update board_rows set work_order_state = $2, work_order_expires_at = $3 where container_id = $1",
      [id, state, expiresAt],
    );
  }
});
afterAll(() => dashboard.close());

const found = (address: string) => {
  const { query } = readBoardQuery(new URLSearchParams(address));
  return queryColumn(
    dashboard.db,
    z.string(),
    sql`select container_id as id from board_rows where ${boardCondition(query, NOW)} order by ${boardOrder(query)}`,
  );
};

it.each([
  ["sent", ["sent"]],
  ["accepted", ["accepted"]],
  ["declined", ["declined"]],
  ["changed", ["changed"]],
  ["expired", ["expired", "unanswered"]],
  ["without", ["without"]],
])("a board finds the containers whose work order is %s", async (value, ids) => {
  expect((await found(`workOrder=${value}`)).sort()).toEqual(ids);
});

it("sorts by what the team must act on", async () => {
  const sorted = await found("sort=workOrder");
  expect([sorted[0], sorted.slice(1, 3).sort(), sorted.slice(3)]).toEqual([
    "declined",
    ["expired", "unanswered"],
    ["changed", "sent", "accepted", "without"],
  ]);
});
