import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerRecord } from "@/lib/contract/fixtures";
import { findWrongBoardCounts } from "@/lib/features/board/queries/test-recount";
import { loadContainerPage } from "@/lib/features/containers/queries/container-page";
import { readRetention } from "@/lib/features/retention/queries";
import { visitOrder } from "@/lib/features/work-orders/queries/open-order";
import { loadOrderPage } from "@/lib/features/work-orders/queries/order-page";
import { findWebhookArchive } from "@/lib/ingest/archive";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openUpgraded } from "./upgraded-database";

/** The data in from-0067.sql: an accepted work order, a planned pickup and a driver's report of `c-1`, changes and a delivery. */
const ORDER_TOKEN = "IhUd29RCXj7-1ifBT4BbElo0g3ApEa4sdueCl1KxQ-k";
const NOW = new Date("2026-11-20T18:30:00Z");

let upgraded: Awaited<ReturnType<typeof openUpgraded>>;

beforeAll(async () => {
  upgraded = await openUpgraded("0067");
}, 60_000);
afterAll(() => upgraded.close());

const partitions = async () => {
  const { rows } = await upgraded.pool.query<{ id: string; place: string }>(
    "select id::text, tableoid::regclass::text as place from changes order by id",
  );
  return rows.map(({ id, place }) => `${id} ${place}`);
};

describe("data of a dashboard at migration 0067, after the upgrade", () => {
  it("keeps every row of every table", async () => {
    expect(upgraded.before.get("work_order_events")).toBe(3);
    expect(Object.fromEntries(await upgraded.countAll())).toEqual(Object.fromEntries(upgraded.before));
  });

  it("opens an accepted work order by its link", async () => {
    const visit = await visitOrder(upgraded.db, ORDER_TOKEN, NOW);
    if (visit.state !== "open") throw new Error(`the order is ${visit.state}`);
    const page = await loadOrderPage(upgraded.db, visit, { locale: "en-US", now: NOW });
    expect(page).toMatchObject({ version: 1, state: "accepted", carrier: "Harbor Dray" });
  });

  it("shows the plan, the driver's report and the changes of a container", async () => {
    const page = await loadContainerPage(upgraded.db, "c-1");
    expect(page?.driverReports).toMatchObject([{ step: "picked_up" }]);
    expect(page?.changes.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["holds_at_pod_terminal", "pickup_lfd", "available_for_pickup"]),
    );
    expect(await findWrongBoardCounts(upgraded.db, NOW)).toEqual([]);
  });

  it("finds an archived webhook delivery, and the setting of retention", async () => {
    expect((await findWebhookArchive(upgraded.db, "n-1"))?.body.toString("utf8")).toContain("n-1");
    expect(await readRetention(upgraded.db)).toEqual({ containerDays: 90, jobDays: null });
  });

  it("keeps changes in the partition before 2027, and adds to them under the next ids", async () => {
    const before = ["1", "2", "3", "4"].map((id) => `${id} changes_before_2027`);
    expect(await partitions()).toEqual(before);
    const records = [containerRecord("c-2", { number: "TGHU1234567", seal_number: "B8" })];
    await upgraded.db.transaction((tx) => applyRecords(tx, records, { asOf: NOW, notificationId: null }));
    const added = (await partitions()).slice(before.length).map((text) => text.split(" ")[0]);
    expect(added.length).toBeGreaterThan(0);
    expect(added[0]).toBe("5");
  });
});
