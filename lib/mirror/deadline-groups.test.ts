import { afterAll, beforeAll, expect, test } from "vitest";
import type { ContainerAttributes } from "@/lib/contract/container";
import { openDatabase } from "@/lib/db/client";
import { migrateDashboard } from "@/lib/db/migrate";
import { boardRows, containers } from "@/lib/db/schema";
import { boardOrder, boardRow } from "@/lib/dispatch/board-row";
import { deadlines, testBox } from "@/lib/dispatch/test-box";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/test-database";
import { listDeadlineGroups } from "./deadline-groups";

let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;

async function keep(id: string, container: Partial<ContainerAttributes>): Promise<void> {
  const row = boardRow(testBox(container, {}, { id }));
  const { governingEndsAt, ...order } = boardOrder(row);
  const asOf = new Date("2026-11-20T00:00:00Z");
  await opened.db.insert(containers).values({
    id,
    attributes: { ...container },
    numberKey: row.number,
    carrierAsOf: asOf,
    terminalAsOf: asOf,
    railAsOf: asOf,
  });
  await opened.db.insert(boardRows).values({
    ...order,
    containerId: id,
    row,
    search: "",
    governingEndsAt: governingEndsAt ? new Date(governingEndsAt) : null,
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateDashboard(database.url);
  opened = openDatabase(database.url, { max: 2 });
});

afterAll(async () => {
  await opened?.pool.end();
  await database?.drop();
});

test("an account without boxes has no groups", async () => {
  expect(await listDeadlineGroups(opened.db)).toEqual([]);
});

test("counts boxes of one deadline and readiness together, and leaves out what is picked up", async () => {
  const on20 = deadlines({ terminal: "2026-11-20T08:00:00Z" });
  await keep("a", on20);
  await keep("b", on20);
  await keep("c", { ...on20, availability_known: true, available_for_pickup: true });
  await keep("d", {});
  await keep("e", { ...on20, pod_full_out_at: "2026-11-18T20:00:00Z" });
  const groups = await listDeadlineGroups(opened.db);
  const told = groups.map(({ deadline, readiness, boxes }) => [deadline.governing?.on, readiness, boxes]);
  expect(told).toHaveLength(3);
  expect(told).toEqual(
    expect.arrayContaining([
      ["2026-11-20", "unknown", 2],
      ["2026-11-20", "ready", 1],
      [undefined, "unknown", 1],
    ]),
  );
});
