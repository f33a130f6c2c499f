import { afterAll, expect, it } from "vitest";
import { containerRecord, named, notificationBody, shipmentRecord } from "@/lib/contract/fixtures";
import { inbox } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { processMetrics } from "@/lib/platform/metrics/process-metrics";
import { processWaiting } from "./process";
import { noteBody } from "./test-inbox-delivery";

const dashboard = await openTestDashboard();
afterAll(() => dashboard.close());

async function counts(): Promise<Record<string, number>> {
  const { values } = await processMetrics().notifications.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]));
}

it("counts notifications that were applied, and those that could not be read", async () => {
  const before = await counts();
  for (const id of ["n-1", "n-2"])
    await noteBody(
      dashboard.pool,
      notificationBody({
        id,
        createdAt: "2026-11-20T08:00:00Z",
        reference: named("container", "c-1"),
        included: [containerRecord("c-1", {}, { shipment: named("shipment", "s-1") }), shipmentRecord("s-1")],
      }),
    );
  // As an older version may have left one.
  const unreadable = { notificationId: "n-3", event: "x", body: Buffer.from("{}"), createdAt: new Date() };
  await dashboard.db.insert(inbox).values(unreadable);
  while (await processWaiting(dashboard.db));
  const after = await counts();
  expect((after.applied ?? 0) - (before.applied ?? 0)).toBe(2);
  expect((after.failed ?? 0) - (before.failed ?? 0)).toBe(1);
});
