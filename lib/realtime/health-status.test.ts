import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CLOCK_NOTE } from "@/lib/platform/database/clock-skew-note";
import { endRestoredPause, noteRestored } from "@/lib/platform/database/restored";
import { installation } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { readStatus } from "./health-status";
import { noteRefusedDelivery, refusedLately } from "./rejected-deliveries";

const dashboard = await openTestDashboard();
vi.mock("@/lib/platform/database/client", async (original) => ({
  ...(await original<typeof import("@/lib/platform/database/client")>()),
  promptDb: () => dashboard.db,
}));

beforeEach(async () => {
  await dashboard.db.execute(sql`truncate request_failures, rate_limit_pauses, installation`);
});
afterAll(async () => {
  await dashboard.close();
});

const failure = async () => (await readStatus()).trouble;
const pauseUntil = (offset: string) =>
  dashboard.db.execute(
    sql`insert into rate_limit_pauses (bucket, paused_until) values ('default', now() + ${offset}::interval)`,
  );
const failed = (code: string, ago: string) =>
  dashboard.db.execute(sql`
    insert into request_failures (failed_at, request, code, message)
    values (now() - ${ago}::interval, 'GET containers', ${code}, 'no')`);

it("reports the difference between the service's clock and Drayboard's", async () => {
  expect((await readStatus()).clockOffMs).toBeNull();
  const name = `${CLOCK_NOTE}here`;
  await dashboard.db.insert(installation).values({ name, value: { offMs: -600_000 } });
  expect(await readStatus()).toMatchObject({ database: "up", clockOffMs: -600_000, trouble: null });
});

it("reports the backup of a restored installation until an admin takes over", async () => {
  expect((await readStatus()).restoredFrom).toBeNull();
  const backupAt = "2026-11-20T10:00:00.000Z";
  await noteRestored(dashboard.db, { backupAt, restoredAt: "2026-11-21T10:00:00.000Z" });
  expect((await readStatus()).restoredFrom).toBe(backupAt);
  await endRestoredPause(dashboard.db);
  expect((await readStatus()).restoredFrom).toBeNull();
});

describe("the reported failure", () => {
  it("is null while everything works, and after a failure has ended", async () => {
    await pauseUntil("-1 minute");
    await failed("service_answer_unreadable", "2 minutes");
    await failed("not_allowed", "1 second");
    expect(await failure()).toBeNull();
  });

  it("is a pause requested by the service, also shortly after it ended", async () => {
    await pauseUntil("-5 seconds");
    expect(await failure()).toBe("paused");
  });

  it("is a pause with its end, if that is more than a minute away", async () => {
    await pauseUntil("30 seconds");
    expect((await readStatus()).pausedUntil).toBeNull();
    await dashboard.pool.query("update rate_limit_pauses set paused_until = now() + interval '10 minutes'");
    const { pausedUntil } = await readStatus();
    expect(Date.parse(pausedUntil ?? "") - Date.now()).toBeGreaterThan(9 * 60_000);
  });

  it("ignores a pause of requests other than Drayboard's own", async () => {
    await dashboard.db.execute(
      sql`insert into rate_limit_pauses (bucket, paused_until) values ('refresh', now() + interval '1 hour')`,
    );
    expect(await failure()).toBeNull();
  });

  it("is an unreadable response before a pause", async () => {
    await pauseUntil("20 seconds");
    await failed("service_answer_unreadable", "5 seconds");
    expect(await failure()).toBe("unreadable");
  });

  it("is a delivery this process could not store before all others, for one minute", async () => {
    await failed("service_answer_unreadable", "5 seconds");
    noteRefusedDelivery();
    expect(await failure()).toBe("not_noted");
    expect(refusedLately(Date.now() + 61_000)).toBe(false);
  });
});
