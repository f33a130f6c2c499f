import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { openTestAccount } from "@/lib/features/test-account";
import { followUps } from "@/lib/platform/database/schema/schema";
import { dropFollowUp, logFollowUp } from "./commands";
import { listOpenFollowUps } from "./queries";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

const HOLDS = ["customs", "freight", "USDA"].map((name) => ({
  name,
  status: "hold",
  description: `${name} text`,
}));

beforeAll(async () => {
  dashboard = await openTestAccount();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.db.delete(followUps);
  await dashboard.tell({ holds_at_pod_terminal: HOLDS });
});

type Fields = { version?: number; owner?: string; nextCheckAt?: string | null; contactEmail?: string };

const log = (holdName: string, fields: Fields = {}) =>
  logFollowUp(testContext(dashboard.db, dashboard.ana), {
    ...{ containerId: "c-1", holdName, place: "port", version: 0, contacted: "Ana at the broker" },
    ...{ promise: "by noon", owner: "", nextCheckAt: null },
    ...fields,
  });
const list = (limit = 10, offset = 0) => listOpenFollowUps(dashboard.db, { limit, offset });

it("lists open follow-ups by next check, with the hold, the container and the last entry", async () => {
  await log("customs");
  await log("freight", { nextCheckAt: "2026-11-22T10:00:00.000Z" });
  await log("USDA", { nextCheckAt: "2026-11-21T10:00:00.000Z" });
  const { followUps: all, total } = await list();
  expect(total).toBe(3);
  expect(all.map(({ holdName }) => holdName)).toEqual(["USDA", "freight", "customs"]);
  expect(all[0]).toMatchObject({
    nextCheckAt: "2026-11-21T10:00:00.000Z",
    zone: "America/Los_Angeles",
    version: 1,
    hold: { description: "USDA text" },
    container: { id: "c-1", terminal: { name: "APM Pier 400" } },
    last: { contacted: "Ana at the broker", promise: "by noon", by: "Ana" },
  });
  const second = await list(1, 1);
  expect(second.followUps.map(({ holdName }) => holdName)).toEqual(["freight"]);
  expect(second.total).toBe(3);
});

it("omits a closed follow-up and one whose hold was released", async () => {
  await log("customs");
  await log("freight");
  const subject = { containerId: "c-1", holdName: "customs", place: "port", version: 1 } as const;
  await dropFollowUp(testContext(dashboard.db, dashboard.ana), subject);
  await dashboard.tell({ holds_at_pod_terminal: [HOLDS[0]] });
  expect(await list()).toEqual({ followUps: [], total: 0 });
});

it("knows the email of a person from another follow-up, and keeps a follow-up's own", async () => {
  await log("customs", { owner: "Cy, Pacific Brokers", contactEmail: "cy@pacific.example" });
  await log("freight", { owner: "cy, pacific brokers" });
  await log("USDA", { owner: "cy, pacific brokers", contactEmail: "usda@pacific.example" });
  await log("customs", { owner: "Cy, Pacific Brokers", version: 1 });
  const { followUps: all } = await list();
  expect(Object.fromEntries(all.map(({ holdName, contactEmail }) => [holdName, contactEmail]))).toEqual({
    customs: "cy@pacific.example",
    freight: "usda@pacific.example",
    USDA: "usda@pacific.example",
  });
});

it.each(["no address", "a@b", "a@b.example\nBcc: c@d.example"])(
  "refuses the email %j",
  async (contactEmail) => {
    await expect(log("customs", { contactEmail })).rejects.toThrow(/email address/);
    expect((await list()).total).toBe(0);
  },
);
