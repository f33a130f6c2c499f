import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { testContext } from "@/lib/auth/commands/test-context";
import type { GateHours } from "@/lib/domain/deadlines/gate-schedule";
import { openTestAccount } from "@/lib/features/test-account";
import { queryRows } from "@/lib/platform/database/rows";
import { cacheTags, terminalHours } from "@/lib/platform/database/schema/schema";
import { listTerminalHours, setTerminalHours } from "./terminal-hours";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

beforeAll(async () => {
  dashboard = await openTestAccount();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.db.delete(terminalHours);
});

const WEEK: GateHours = [1, 2, 3, 4, 5].map((day) => ({ day, from: "07:00", to: "16:30" }));
const request = (hours: GateHours, savedAt = "") => ({ terminalId: "t-1", hours, savedAt });
const listed = async () => (await listTerminalHours(dashboard.db))[0];

it("stores and lists a terminal's week, and deletes it when empty", async () => {
  expect(await listed()).toMatchObject({ name: "APM Pier 400", containers: 1, hours: [], savedAt: null });
  await dashboard.db.delete(cacheTags);
  await setTerminalHours(testContext(dashboard.db, dashboard.ana), request(WEEK));
  expect(await listed()).toMatchObject({ hours: WEEK, savedBy: "Ana" });
  expect((await dashboard.db.select().from(cacheTags)).map(({ tag }) => tag)).toContain("container:c-1");
  await setTerminalHours(
    testContext(dashboard.db, dashboard.ana),
    request([], (await listed())?.savedAt ?? ""),
  );
  expect(await dashboard.db.select().from(terminalHours)).toEqual([]);
});

it("ends the countdown with the last gate on or before the last free day", async () => {
  const countdown = async () => {
    const [row] = await queryRows(
      dashboard.db,
      z.object({ ends: z.string(), day: z.string() }),
      sql`select row #>> '{deadline,governing,endsAt}' as ends, governing_on::text as day from board_rows`,
    );
    return row;
  };
  // A Sunday in Los Angeles.
  await dashboard.db.execute(sql`
    update containers set attributes = attributes || ${JSON.stringify({
      pod_timezone: "America/Los_Angeles",
      import_deadlines: { pickup_lfd_terminal: "2026-11-22T08:00:00Z" },
    })}::jsonb`);
  const specialDays = [{ on: "2026-11-20", open: [], name: "Closure" }];
  await setTerminalHours(testContext(dashboard.db, dashboard.ana), { ...request(WEEK), specialDays });
  expect(await listed()).toMatchObject({ specialDays });
  expect(await countdown()).toEqual({ ends: "2026-11-20T00:30:00.000Z", day: "2026-11-19" });
  const { savedAt } = (await listed()) ?? {};
  await setTerminalHours(testContext(dashboard.db, dashboard.ana), request(WEEK, savedAt ?? ""));
  expect(await countdown()).toEqual({ ends: "2026-11-21T00:30:00.000Z", day: "2026-11-20" });
  await setTerminalHours(
    testContext(dashboard.db, dashboard.ana),
    request([], (await listed())?.savedAt ?? ""),
  );
  expect(await countdown()).toEqual({ ends: "2026-11-23T08:00:00.000Z", day: "2026-11-22" });
});

it("reports the first change to the second writer", async () => {
  await setTerminalHours(testContext(dashboard.db, dashboard.ana), request(WEEK));
  await expect(setTerminalHours(testContext(dashboard.db, dashboard.ben), request([]))).rejects.toMatchObject(
    {
      code: "changed_meanwhile",
      message: expect.stringContaining("Ana set the gate hours"),
    },
  );
  expect(await listed()).toMatchObject({ hours: WEEK });
});

it.each([
  ["an unknown terminal", { ...request(WEEK), terminalId: "t-9" }],
  ["a day that is none", request([{ day: 7, from: "07:00", to: "16:30" }])],
  ["a time that is none", request([{ day: 1, from: "7", to: "25:00" }])],
])("rejects %s", async (_, requested) => {
  await expect(setTerminalHours(testContext(dashboard.db, dashboard.ana), requested)).rejects.toThrow();
  expect(await dashboard.db.select().from(terminalHours)).toEqual([]);
});
