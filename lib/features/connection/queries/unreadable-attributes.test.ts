import { afterAll, beforeAll, expect, it } from "vitest";
import { containerRecord } from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { listUnreadable } from "./unreadable-attributes";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

it("lists unreadable attributes by name, the last one first, with count, value and notification", async () => {
  const report = (attributes: Record<string, unknown>, minute: number) => {
    const asOf = new Date(Date.UTC(2026, 10, 20, 8, minute));
    const origin = { asOf, notificationId: `n-${minute}`, receivedAt: asOf };
    return dashboard.db.transaction((tx) => applyRecords(tx, [containerRecord("c-1", attributes)], origin));
  };
  await report({ ref_numbers: [null], seal_number: {} }, 1);
  await report({ seal_number: ["<b>"] }, 2);
  expect(await listUnreadable(dashboard.db)).toEqual({
    total: 2,
    attributes: [
      {
        type: "container",
        name: "seal_number",
        count: 2,
        lastValue: '["<b>"]',
        lastAt: "2026-11-20T08:02:00.000Z",
        notificationId: "n-2",
      },
      {
        type: "container",
        name: "ref_numbers",
        count: 1,
        lastValue: "[null]",
        lastAt: "2026-11-20T08:01:00.000Z",
        notificationId: "n-1",
      },
    ],
  });
});
