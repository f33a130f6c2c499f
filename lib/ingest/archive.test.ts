import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { containerRecord, notificationBody } from "@/lib/contract/fixtures";
import { listMonths, WEBHOOK_ARCHIVE } from "@/lib/platform/database/month-partitions";
import { inbox, sourceUpdates, webhookArchive } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { findWebhookArchive, moveWebhookArchive, tidyWebhookArchive } from "./archive";
import { readArrival } from "./delivery";
import { insertArrivals } from "./inbox";
import { processWaiting } from "./process";
import { noteBody } from "./test-inbox-delivery";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  for (const name of await listMonths(dashboard.db, WEBHOOK_ARCHIVE))
    await dashboard.pool.query(`drop table ${name}`);
  await dashboard.pool.query("delete from inbox; delete from source_updates; delete from containers");
});

const NOW = new Date("2026-11-20T12:00:00Z");
const body = (id: string) => notificationBody({ id, included: [containerRecord("c-1")] });

async function processed(id: string, receivedAt: string): Promise<void> {
  await noteBody(dashboard.pool, body(id));
  await processWaiting(dashboard.db);
  await dashboard.pool.query("update inbox set received_at = $2 where notification_id = $1", [
    id,
    receivedAt,
  ]);
  await dashboard.pool.query("update source_updates set received_at = $2 where notification_id = $1", [
    id,
    receivedAt,
  ]);
}

async function moveAll(): Promise<void> {
  while (await moveWebhookArchive(dashboard.db, 2));
}

const textOf = async (id: string) => (await findWebhookArchive(dashboard.db, id))?.body.toString("utf8");

describe("webhookArchive", () => {
  it("lets waiting notifications be applied first, for ten minutes", async () => {
    await processed("n-1", "2026-11-01T00:00:00Z");
    await processed("n-2", "2026-11-01T00:00:00Z");
    await noteBody(dashboard.pool, body("n-3"));
    const inInbox = async () =>
      (
        await dashboard.pool.query(
          "select notification_id as id from inbox where body is not null order by 1",
        )
      ).rows;
    await moveAll();
    expect(await inInbox()).toEqual([{ id: "n-1" }, { id: "n-2" }, { id: "n-3" }]);
    await dashboard.pool.query(
      "update inbox set processed_at = processed_at - interval '601 seconds' where notification_id = 'n-1'",
    );
    await moveAll();
    expect(await inInbox()).toEqual([{ id: "n-2" }, { id: "n-3" }]);
    await processWaiting(dashboard.db);
    await moveAll();
    expect(await inInbox()).toEqual([]);
  });

  it("is found by notification id before and after it moves to its month partition, with unchanged bytes", async () => {
    await processed("n-1", "2026-10-31T23:59:59.999Z");
    await processed("n-2", "2026-11-01T00:00:00Z");
    await processed("n-3", "2026-12-05T00:00:00Z");
    expect(await textOf("n-1")).toBe(body("n-1"));
    await moveAll();
    expect(await listMonths(dashboard.db, WEBHOOK_ARCHIVE)).toEqual([
      "webhook_archive_2026_10",
      "webhook_archive_2026_11",
      "webhook_archive_2026_12",
    ]);
    for (const id of ["n-1", "n-2", "n-3"]) expect(await textOf(id)).toBe(body(id));
    expect(await findWebhookArchive(dashboard.db, "n-2")).toMatchObject({
      event: "container.updated",
      receivedAt: new Date("2026-11-01T00:00:00Z"),
      headers: {},
    });
    expect((await dashboard.db.select().from(inbox)).map((row) => row.body)).toEqual([null, null, null]);
    expect(await dashboard.db.select().from(webhookArchive)).toHaveLength(3);
  });

  it("returns null for an id that no notification can have", async () => {
    for (const id of ["", "n-1", "n-1\0", "\0"])
      expect(await findWebhookArchive(dashboard.db, id)).toBeNull();
  });

  it("does not archive a delivery that is not applied yet", async () => {
    await noteBody(dashboard.pool, body("n-1"));
    await moveAll();
    expect(await dashboard.db.select().from(webhookArchive)).toEqual([]);
    expect(await textOf("n-1")).toBe(body("n-1"));
  });

  it("moves each delivery once with concurrent movers", async () => {
    for (const n of [1, 2, 3, 4, 5]) await processed(`n-${n}`, "2026-11-05T00:00:00Z");
    await Promise.all([moveAll(), moveAll(), moveAll()]);
    await moveAll();
    expect(await dashboard.db.select().from(webhookArchive)).toHaveLength(5);
  });

  it("keeps an archived delivery unique: a duplicate a year later is not ingested again", async () => {
    await processed("n-1", "2026-11-05T00:00:00Z");
    await moveAll();
    await noteBody(dashboard.pool, body("n-1"));
    expect(await dashboard.db.select().from(inbox)).toHaveLength(1);
    expect(await processWaiting(dashboard.db)).toBe(false);
  });

  it("returns null for an unknown notification", async () => {
    expect(await findWebhookArchive(dashboard.db, "n-404")).toBeNull();
  });
});

describe("archive cleanup", () => {
  it("creates the partitions for the coming months and is idempotent", async () => {
    for (const _ of [1, 2]) await tidyWebhookArchive(dashboard.db, 400, NOW);
    expect(await listMonths(dashboard.db, WEBHOOK_ARCHIVE)).toEqual([
      "webhook_archive_2026_11",
      "webhook_archive_2026_12",
      "webhook_archive_2027_01",
    ]);
  });

  it("drops deliveries older than the setting, with their ids and reports, and keeps newer ones", async () => {
    await processed("old", "2025-09-30T00:00:00Z");
    await processed("edge", "2025-10-17T00:00:00Z");
    await processed("new", "2026-11-01T00:00:00Z");
    await moveAll();
    await tidyWebhookArchive(dashboard.db, 400, NOW);
    expect(await listMonths(dashboard.db, WEBHOOK_ARCHIVE)).toEqual([
      "webhook_archive_2025_10",
      "webhook_archive_2026_11",
      "webhook_archive_2026_12",
      "webhook_archive_2027_01",
    ]);
    const ids = async (table: typeof inbox | typeof sourceUpdates) =>
      (await dashboard.db.select().from(table)).map(({ notificationId }) => notificationId).sort();
    expect(await ids(inbox)).toEqual(["edge", "new"]);
    expect(await ids(sourceUpdates)).toEqual(["edge", "new"]);
    expect(await textOf("edge")).toBe(body("edge"));
    expect(await textOf("old")).toBeUndefined();
  });

  it("runs in one process at a time", async () => {
    await Promise.all([1, 2, 3].map(() => tidyWebhookArchive(dashboard.db, 400, NOW)));
    expect(await listMonths(dashboard.db, WEBHOOK_ARCHIVE)).toHaveLength(3);
  });
});

describe("headers of a delivery", () => {
  const sent = {
    "content-type": "application/json",
    "x-peer-0123456789abcdef01234567": "203.0.113.7",
    "x-peer-address": "203.0.113.7 0123",
    "x-middleware-invoke": "1",
  };
  const headersOf = async (id: string) => (await findWebhookArchive(dashboard.db, id))?.headers;

  it("that the dashboard adds for itself are not stored", async () => {
    await insertArrivals(dashboard.pool, [readArrival(Buffer.from(body("n-1")), new Headers(sent))]);
    const { rows } = await dashboard.pool.query("select headers from inbox");
    expect(rows).toEqual([{ headers: { "content-type": "application/json" } }]);
  });

  it("that a former version stored are not shown", async () => {
    await processed("n-1", "2026-11-01T00:00:00Z");
    await dashboard.pool.query("update inbox set headers = $1", [sent]);
    await moveAll();
    expect(await headersOf("n-1")).toEqual({ "content-type": "application/json" });
  });
});
