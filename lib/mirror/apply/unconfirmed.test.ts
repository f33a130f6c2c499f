import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { containerRecord, named } from "@/lib/contract/fixtures";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { storedJson } from "@/lib/platform/database/rows";
import { boardRows, changes, containers, unreadableAttributes } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { applyRecords } from "./apply";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => dashboard.emptyMirror("unreadable_attributes"));

const at = (time: string) => `2026-11-20T${time}:00.000Z`;
const READY = {
  number: "MSKU4807969",
  current_status: "available",
  pod_discharged_at: "2026-11-19T08:00:00Z",
  availability_known: true,
  available_for_pickup: true,
  holds_at_pod_terminal: [],
};

/** Applies a report of container c-1. A fetch is read until a minute after it was sent. */
async function report(attributes: Record<string, unknown>, time: string, fetched = false): Promise<void> {
  const asOf = new Date(at(time));
  const origin = fetched
    ? { asOf, notificationId: null, readUntil: new Date(asOf.getTime() + 60_000) }
    : { asOf, notificationId: `n-${time}`, receivedAt: asOf };
  const record = containerRecord("c-1", attributes, { shipment: named("shipment", "s-1") });
  await dashboard.db.transaction((tx) => applyRecords(tx, [record], origin));
}

async function stored() {
  const [row] = await dashboard.db.select().from(containers).where(eq(containers.id, "c-1"));
  if (!row) throw new Error("no container");
  return row;
}

async function readiness(): Promise<BoardRow["readiness"]> {
  const [found] = await dashboard.db.select().from(boardRows);
  return storedJson<BoardRow>().parse(found?.row).readiness;
}

describe("an attribute that cannot be read", () => {
  beforeEach(() => report(READY, "08:00"));

  it("keeps its last known value, unconfirmed since the first such report, until it can be read", async () => {
    await report({ seal_number: "A1" }, "09:00");
    await report({ seal_number: { a: 1 }, location_at_pod_terminal: "B2" }, "10:00");
    await report({ seal_number: [], available_for_pickup: true }, "11:00");
    await report({ location_at_pod_terminal: "B3" }, "12:00");
    const between = await stored();
    expect(between.attributes).toMatchObject({ seal_number: "A1", location_at_pod_terminal: "B3" });
    expect(between.unconfirmed).toEqual({ seal_number: at("10:00") });
    await report({ seal_number: "A1" }, "13:00");
    expect((await stored()).unconfirmed).toEqual({});
    await report({ seal_number: true }, "14:00");
    expect((await stored()).unconfirmed).toEqual({ seal_number: at("14:00") });
    const fields = await dashboard.db.select().from(changes).orderBy(asc(changes.id));
    expect(fields.map(({ field }) => field).filter((field) => field.includes("unconfirmed"))).toEqual([]);
  });

  it.each([
    ["in order", ["09:00", "10:00", "11:00"]],
    ["the unreadable report late", ["09:00", "11:00", "10:00"]],
    ["in reverse order", ["11:00", "10:00", "09:00"]],
  ])("gives the same in any order of arrival: %s", async (_, times) => {
    const values: Record<string, unknown> = { "09:00": "A1", "10:00": null, "11:00": "A2" };
    for (const time of times)
      await report(time === "10:00" ? { seal_number: {} } : { seal_number: values[time] }, time);
    expect(await stored()).toMatchObject({ unconfirmed: {}, attributes: { seal_number: "A2" } });
    await report({ seal_number: {} }, "10:30");
    expect((await stored()).unconfirmed).toEqual({});
    await report({ seal_number: {} }, "11:30");
    expect((await stored()).unconfirmed).toEqual({ seal_number: at("11:30") });
    await report({ seal_number: {} }, "11:15");
    expect((await stored()).unconfirmed).toEqual({ seal_number: at("11:15") });
  });

  it("is confirmed by a fetch that can be read, and a fetch that cannot be read marks it", async () => {
    await report({ seal_number: "A1" }, "09:00");
    await report({ seal_number: {} }, "10:00", true);
    expect(await stored()).toMatchObject({ unconfirmed: { seal_number: at("10:00") } });
    await report({ seal_number: "A1" }, "11:00", true);
    expect((await stored()).unconfirmed).toEqual({});
  });

  it.each<[Record<string, unknown>, string]>([
    [{ holds_at_pod_terminal: "customs" }, "Could not read hold"],
    [{ holds_at_pod_terminal: null }, "Could not read hold"],
    [{ available_for_pickup: "perhaps" }, "Could not read availability"],
    [{ availability_known: null }, "Could not read availability"],
  ])("makes a ready container not ready, and the next readable report ready again: %j", async (odd, text) => {
    expect(await readiness()).toMatchObject({ state: "ready", reasons: [] });
    await report(odd, "09:00");
    expect(await readiness()).toMatchObject({
      state: "unknown",
      label: text,
      reasons: [{ text, warning: false }],
    });
    await report({ location_at_pod_terminal: "B2" }, "10:00");
    expect((await readiness()).state).toBe("unknown");
    await report(READY, "11:00");
    expect(await readiness()).toMatchObject({ state: "ready", reasons: [] });
  });

  it("keeps the readiness when a deadline cannot be read, and says so", async () => {
    await report({ pickup_lfd: "2026-11-24T05:00:00Z" }, "09:00");
    await report({ pickup_lfd: "TBD", import_deadlines: { pickup_lfd_terminal: "TBD" } }, "10:00");
    expect(await readiness()).toMatchObject({
      state: "ready",
      reasons: [{ text: "Could not read last free day", warning: true }],
    });
    expect(await stored()).toMatchObject({
      attributes: { pickup_lfd: "2026-11-24T05:00:00Z" },
      unconfirmed: { pickup_lfd: at("10:00"), "import_deadlines.pickup_lfd_terminal": at("10:00") },
    });
    await report({ import_deadlines: null }, "11:00");
    expect(Object.keys((await stored()).unconfirmed).sort()).toEqual([
      "import_deadlines.pickup_lfd_line",
      "import_deadlines.pickup_lfd_rail",
      "import_deadlines.pickup_lfd_terminal",
      "pickup_lfd",
    ]);
    await report(
      {
        pickup_lfd: "",
        import_deadlines: { pickup_lfd_terminal: null, pickup_lfd_line: null, pickup_lfd_rail: null },
      },
      "12:00",
    );
    expect(await stored()).toMatchObject({ attributes: { pickup_lfd: null }, unconfirmed: {} });
  });

  it("is counted by name, with its last value and notification", async () => {
    await report({ seal_number: { a: "x".repeat(500) }, ref_numbers: [null] }, "09:00");
    await report({ seal_number: [1] }, "10:00");
    await report({ seal_number: [2] }, "11:00", true);
    const listed = await dashboard.db
      .select()
      .from(unreadableAttributes)
      .orderBy(asc(unreadableAttributes.name));
    expect(listed).toMatchObject([
      {
        type: "container",
        name: "ref_numbers",
        timesRead: 1,
        lastValue: "[null]",
        notificationId: "n-09:00",
      },
      {
        name: "seal_number",
        timesRead: 3,
        lastValue: "[2]",
        lastAt: new Date(at("11:00")),
        recordId: "c-1",
        notificationId: "n-10:00",
      },
    ]);
  });
});

it("stores text that no index could hold as unreadable", async () => {
  const huge = Array.from({ length: 60_000 }, (_, n) => String.fromCharCode(33 + ((n * 7_919) % 90))).join(
    "",
  );
  await report({ ...READY, seal_number: huge, number: huge, ref_numbers: [huge, "PO-1"] }, "08:00");
  expect(await stored()).toMatchObject({ attributes: { ref_numbers: ["PO-1"] }, numberKey: "" });
  expect((await readiness()).state).toBe("ready");
});
