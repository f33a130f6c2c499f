import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import type { GateHours } from "@/lib/features/moves/rules/terminal-hours";
import { openTestAccount } from "@/lib/features/test-account";
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
