import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  containerRecord,
  eventRecord,
  named,
  portRecord,
  requestRecord,
  shipmentRecord,
  terminalRecord,
} from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import {
  changes,
  containers,
  referenceRecords,
  shipments,
  trackingRequests,
  transportEvents,
} from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { applyRecords } from "./apply";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => dashboard.emptyMirror());

const at = (time: string) => `2026-11-20T${time}:00Z`;

function report(records: JsonApiRecord[], time: string, notificationId: string | null = null) {
  const origin = { asOf: new Date(at(time)), notificationId };
  return dashboard.db.transaction((tx) => applyRecords(tx, records, origin));
}

async function attributesOf(id = "c-1"): Promise<Record<string, unknown>> {
  const [row] = await dashboard.db.select().from(containers).where(eq(containers.id, id));
  return row?.attributes ?? {};
}

async function fieldsChanged(): Promise<string[]> {
  const rows = await dashboard.db.select().from(changes).orderBy(asc(changes.id));
  return rows.map(({ field }) => field);
}

const container = (attributes: Record<string, unknown>) => containerRecord("c-1", attributes);

describe("a report about a container", () => {
  it("stores the first report completely, with unknown attributes, and records no change", async () => {
    await report(
      [container({ current_status: "in_orbit", import_deadlines: { pickup_lfd_moon: null } })],
      "08:00",
    );
    expect(await attributesOf()).toEqual({
      id: "not-c-1",
      number: "MSKU4807969",
      pod_timezone: "America/New_York",
      carbon_class: "B",
      current_status: "in_orbit",
      import_deadlines: { pickup_lfd_moon: null },
    });
    expect(await fieldsChanged()).toEqual([]);
  });

  it("applies a newer report and records each differing field with its origin and zone", async () => {
    await report([container({ pickup_appointment_at: null, seal_number: "A1" })], "08:00");
    await report([container({ pickup_appointment_at: at("20:00"), seal_number: "A1" })], "09:00", "n-1");
    expect(await dashboard.db.select().from(changes)).toMatchObject([
      {
        subjectType: "container",
        subjectId: "c-1",
        field: "pickup_appointment_at",
        before: null,
        after: at("20:00"),
        zone: "America/New_York",
        asOf: new Date(at("09:00")),
        notificationId: "n-1",
      },
    ]);
  });

  it("keeps newer facts on an older report, and corrects the history as if reports had arrived in order", async () => {
    await report([container({ current_status: "available", available_for_pickup: true })], "09:00", "n-1");
    expect(await fieldsChanged()).toEqual([]);
    await report([container({ current_status: "on_ship", available_for_pickup: true })], "08:00", "n-0");
    expect(await attributesOf()).toMatchObject({ current_status: "available", available_for_pickup: true });
    expect(await dashboard.db.select().from(changes)).toMatchObject([
      { field: "current_status", before: "on_ship", after: "available", notificationId: "n-1" },
    ]);
  });

  it("keeps the facts when a report arrives late between two equal ones", async () => {
    await report([container({ current_status: "available" })], "08:00");
    await report([container({ current_status: "available" })], "10:00");
    await report([container({ current_status: "not_available" })], "09:00");
    expect(await attributesOf()).toMatchObject({ current_status: "available" });
  });

  it("records a duplicate report once, and also records what its follow-up fetch finds later", async () => {
    await report([container({ current_status: "on_ship" })], "08:00");
    for (const _ of [1, 2]) await report([container({ current_status: "available" })], "09:00", "n-1");
    expect(await fieldsChanged()).toEqual(["current_status"]);
    await report([container({ current_status: "picked_up" })], "10:00", "n-1");
    expect(await fieldsChanged()).toEqual(["current_status", "current_status"]);
  });

  it("leaves the age of other groups unchanged when a report covers only one attribute group", async () => {
    await report([container({ current_status: "on_ship", location_at_pod_terminal: "A1" })], "08:00");
    const partial = { type: "container", id: "c-1", attributes: { location_at_pod_terminal: "B2" } };
    await report([partial], "10:00");
    await report([container({ current_status: "available", ind_eta_at: at("20:00") })], "09:00");
    expect(await attributesOf()).toMatchObject({
      location_at_pod_terminal: "B2",
      current_status: "available",
      ind_eta_at: at("20:00"),
    });
  });

  it("keeps omitted attributes and clears attributes sent as null", async () => {
    await report([container({ seal_number: "A1", pickup_lfd: at("05:00"), weight_in_lbs: 100 })], "08:00");
    await report([container({ pickup_lfd: null })], "09:00");
    expect(await attributesOf()).toMatchObject({ seal_number: "A1", weight_in_lbs: 100, pickup_lfd: null });
    expect(await fieldsChanged()).toEqual(["pickup_lfd"]);
  });

  it("treats absent, null and an empty list as the same value in the history", async () => {
    await report([container({})], "08:00");
    await report(
      [container({ holds_at_pod_terminal: [], pickup_lfd: null, import_deadlines: null })],
      "09:00",
    );
    await report([container({ holds_at_pod_terminal: null })], "10:00");
    expect(await fieldsChanged()).toEqual([]);
  });

  it("does not record the service's bookkeeping attributes as changes", async () => {
    await report([container({ terminal_checked_at: at("07:00") })], "08:00");
    const checked = {
      terminal_checked_at: at("08:30"),
      pod_timezone: "America/Chicago",
      created_at: at("01:00"),
    };
    await report([container(checked)], "09:00");
    expect(await attributesOf()).toMatchObject(checked);
    expect(await fieldsChanged()).toEqual([]);
  });
});

describe("facts of one container", () => {
  const reported = (terminal: string, carrier: string, rail: string) => ({
    location_at_pod_terminal: terminal,
    seal_number: carrier,
    pod_rail_carrier_scac: rail,
  });

  it("age by source: a later terminal check in an older report wins only for the terminal group", async () => {
    await report(
      [container({ ...reported("A1", "old", "BNSF"), terminal_checked_at: at("07:00") })],
      "09:00",
    );
    await report(
      [container({ ...reported("B2", "older", "CSX"), terminal_checked_at: at("07:30") })],
      "08:00",
    );
    expect(await attributesOf()).toMatchObject(reported("B2", "old", "BNSF"));
  });

  it("compares terminal facts by the terminal check first: a newer report of an older check loses", async () => {
    await report(
      [container({ ...reported("A1", "old", "BNSF"), terminal_checked_at: at("07:30") })],
      "08:00",
    );
    await report([container({ ...reported("B2", "new", "CSX"), terminal_checked_at: at("07:00") })], "09:00");
    expect(await attributesOf()).toMatchObject({
      ...reported("A1", "new", "CSX"),
      terminal_checked_at: at("07:30"),
    });
  });

  it.each([
    ["the same check", at("07:00")],
    ["no word of a check", undefined],
    ["no check", null],
  ])("compares terminal facts with %s by the report's age", async (_, checked) => {
    const check = checked === undefined ? {} : { terminal_checked_at: checked };
    await report([container({ location_at_pod_terminal: "A1", terminal_checked_at: at("07:00") })], "09:00");
    await report([container({ location_at_pod_terminal: "Z9", ...check })], "08:00");
    expect(await attributesOf()).toMatchObject({ location_at_pod_terminal: "A1" });
    await report([container({ location_at_pod_terminal: "B2", ...check })], "10:00");
    expect(await attributesOf()).toMatchObject({ location_at_pod_terminal: "B2" });
  });

  it("ages each deadline by its own source", async () => {
    const lfd = (day: string, hour = "05") => `2026-11-${day}T${hour}:00:00Z`;
    const deadlines = (line: string, terminal: string, rail: string) => ({
      import_deadlines: {
        pickup_lfd_line: lfd(line),
        pickup_lfd_terminal: lfd(terminal),
        pickup_lfd_rail: lfd(rail, "06"),
      },
    });
    await report([container({ ...deadlines("20", "21", "22"), terminal_checked_at: at("07:00") })], "09:00");
    await report(
      [container({ ...deadlines("10", "25", "12"), terminal_checked_at: at("07:30") })],
      "08:00",
      "n-1",
    );
    expect(await attributesOf()).toMatchObject(deadlines("20", "25", "22"));
    const reported = await dashboard.db.select().from(changes).orderBy(asc(changes.id));
    expect(reported.map(({ field, before, after, zone }) => [field, before, after, zone])).toEqual([
      ["import_deadlines.pickup_lfd_line", lfd("10"), lfd("20"), "America/New_York"],
      ["import_deadlines.pickup_lfd_terminal", lfd("21"), lfd("25"), "America/New_York"],
      ["import_deadlines.pickup_lfd_rail", lfd("12", "06"), lfd("22", "06"), null],
    ]);
    await report([container({ import_deadlines: { pickup_lfd_line: null } })], "10:00");
    expect((await attributesOf()).import_deadlines).toMatchObject({
      pickup_lfd_line: null,
      pickup_lfd_rail: "2026-11-22T06:00:00Z",
    });
  });

  it("stores the container's terminal and records a change of it by ids", async () => {
    const existing = (id: string | null) =>
      containerRecord("c-1", {}, { pod_terminal: id === null ? null : named("terminal", id) });
    await report([existing("t-1")], "08:00");
    await report([container({})], "09:00");
    await report([existing("t-0")], "07:00");
    const [row] = await dashboard.db.select().from(containers);
    expect(row?.podTerminalId).toBe("t-1");
    await report([existing("t-2")], "10:00", "n-1");
    expect(await dashboard.db.select().from(changes).orderBy(asc(changes.asOf))).toMatchObject([
      { field: "pod_terminal", before: "t-0", after: "t-1", notificationId: null },
      { field: "pod_terminal", before: "t-1", after: "t-2", notificationId: "n-1" },
    ]);
    await report([existing(null)], "11:00");
    expect((await dashboard.db.select().from(containers))[0]?.podTerminalId).toBeNull();
  });
});

describe("records", () => {
  it("are identified by id: the same number under two ids stays two records", async () => {
    await report([containerRecord("c-1"), containerRecord("c-2", { seal_number: "B" })], "08:00");
    await report([shipmentRecord("s-1"), shipmentRecord("s-2")], "08:00");
    expect(await dashboard.db.select().from(containers)).toHaveLength(2);
    expect(await dashboard.db.select().from(shipments)).toHaveLength(2);
    expect(await attributesOf("c-1")).not.toHaveProperty("seal_number");
  });

  it("are identified by type as well", async () => {
    await report([terminalRecord("1", "Pier 400"), portRecord("1", "Los Angeles", "USLAX")], "08:00");
    expect(await dashboard.db.select().from(referenceRecords)).toHaveLength(2);
  });

  it("reports attributes that cannot be read and applies the others", async () => {
    const { unreadable } = await report(
      [
        containerRecord("odd", { pod_discharged_at: "yesterday", seal_number: "A1" }),
        containerRecord("c-1"),
        shipmentRecord("odder", { ref_numbers: "PO-1", customer_name: "Lakin" }),
        shipmentRecord("s-1"),
        { type: "container", id: "bare" },
        { type: "constructor", id: "x", attributes: {} },
        { type: "raw_event", id: "r", attributes: { event: 5 } },
      ],
      "08:00",
    );
    expect(unreadable).toEqual([
      { type: "container", id: "odd", name: "pod_discharged_at", value: "yesterday" },
      { type: "shipment", id: "odder", name: "ref_numbers", value: "PO-1" },
    ]);
    expect(await attributesOf("odd")).toMatchObject({ seal_number: "A1" });
    expect(await attributesOf("odd")).not.toHaveProperty("pod_discharged_at");
    const stored = await dashboard.db.select().from(shipments).orderBy(asc(shipments.id));
    expect(stored.map(({ id, unconfirmed }) => [id, unconfirmed])).toEqual([
      ["odder", { ref_numbers: "2026-11-20T08:00:00.000Z" }],
      ["s-1", {}],
    ]);
    expect(stored[0]?.attributes).toMatchObject({ customer_name: "Lakin" });
  });

  it("applies only the first of two records with the same id in one document", async () => {
    await report([container({ seal_number: "first" }), container({ seal_number: "second" })], "08:00");
    expect(await attributesOf()).toMatchObject({ seal_number: "first" });
  });

  it("stores and finds records with ids of any form", async () => {
    const ids = ["container-1", "a/b?c", "ä ö'\"\\", "{1,2}", "x".repeat(900)];
    await report(
      ids.map((id) => containerRecord(id)),
      "08:00",
    );
    expect((await dashboard.db.select().from(containers)).map(({ id }) => id).sort()).toEqual(
      [...ids].sort(),
    );
  });

  it("stores coordinates of locations as numbers, and keeps attributes that a newer report omits", async () => {
    await report([portRecord("p-1", "New York", "USNYC")], "09:00");
    await report([{ type: "port", id: "p-1", attributes: { name: "New York / New Jersey" } }], "10:00");
    await report([{ type: "port", id: "p-1", attributes: { name: "Nieuw Amsterdam" } }], "08:00");
    const [port] = await dashboard.db.select().from(referenceRecords);
    expect(port?.attributes).toMatchObject({
      name: "New York / New Jersey",
      latitude: 40.684996498,
      longitude: -74.151115685,
    });
  });
});

describe("a shipment", () => {
  it("applies the newest report, keeps omitted attributes and records the changes", async () => {
    await report([shipmentRecord("s-1", { pod_eta_at: at("01:00"), customer_name: "Lakin" })], "08:00");
    await report([shipmentRecord("s-1", { pod_eta_at: at("03:00") })], "10:00", "n-1");
    await report([shipmentRecord("s-1", { pod_eta_at: at("02:00") })], "09:00", "n-2");
    const [row] = await dashboard.db.select().from(shipments);
    expect(row?.attributes).toMatchObject({ pod_eta_at: at("03:00"), customer_name: "Lakin" });
    const reported = { subjectType: "shipment", field: "pod_eta_at", zone: "America/New_York" };
    expect(await dashboard.db.select().from(changes).orderBy(asc(changes.asOf))).toMatchObject([
      { ...reported, before: at("01:00"), after: at("02:00"), notificationId: "n-2" },
      { ...reported, before: at("02:00"), after: at("03:00"), notificationId: "n-1" },
    ]);
  });

  it("stores the location of its search, its creation and its stop", async () => {
    const attributes = {
      ref_numbers: ["po 77-1"],
      created_at: at("01:00"),
      line_tracking_stopped_at: at("02:00"),
    };
    await report([shipmentRecord("s-1", attributes)], "08:00");
    expect((await dashboard.db.select().from(shipments))[0]).toMatchObject({
      billOfLadingKey: "MAEUJAK015053",
      searchKeys: ["MAEUJAK015053", "JAK015053", "PO771"],
      createdAt: new Date(at("01:00")),
      trackingStoppedAt: new Date(at("02:00")),
    });
  });
});

describe("a tracking request", () => {
  const request = async () => (await dashboard.db.select().from(trackingRequests))[0];
  const state = (status: string, updated: string, rest = {}) =>
    requestRecord("r-1", { status, updated_at: at(updated), ...rest });

  it("compares the service's own updated_at before the report's age", async () => {
    await report([state("failed", "09:00", { failed_reason: "not_found" })], "09:30");
    await report([state("pending", "08:00")], "10:00");
    expect(await request()).toMatchObject({ status: "failed", attributes: { failed_reason: "not_found" } });
  });

  it("never returns to pending at the same instant", async () => {
    await report([state("succeeded", "09:00")], "09:30");
    await report([state("pending", "09:00")], "09:31");
    expect((await request())?.status).toBe("succeeded");
    await report([state("awaiting_manifest", "09:00")], "09:32");
    expect((await request())?.status).toBe("awaiting_manifest");
  });

  it("reads the live `created` as succeeded and stores the shipment it found", async () => {
    const found = requestRecord("r-1", { status: "created" }, { tracked_object: named("shipment", "s-1") });
    await report([found], "09:00");
    await report([requestRecord("r-1", { status: "created" }, { tracked_object: null })], "10:00");
    expect(await request()).toMatchObject({
      status: "succeeded",
      shipmentId: "s-1",
      numberKey: "MAEU221876618",
    });
  });

  it("removes references that were deleted", async () => {
    await report([state("pending", "08:00", { ref_numbers: ["A", "B"] })], "08:00");
    await report([state("pending", "09:00", { ref_numbers: ["A"] })], "09:00");
    expect((await request())?.attributes.ref_numbers).toEqual(["A"]);
    await report([state("pending", "10:00", { ref_numbers: [] })], "10:00");
    expect((await request())?.attributes.ref_numbers).toEqual([]);
  });
});

describe("a transport event", () => {
  it("belongs to the container that lists it when the event names no container", async () => {
    const listed = { transport_events: [named("transport_event", "e-1")] };
    await report([containerRecord("c-1", {}, listed), eventRecord("e-1")], "08:00");
    await report(
      [eventRecord("e-2", { timestamp: null }, { container: named("container", "c-1") })],
      "08:00",
    );
    await report([eventRecord("e-3")], "08:00");
    const rows = await dashboard.db.select().from(transportEvents).orderBy(asc(transportEvents.id));
    expect(rows.map(({ containerId }) => containerId)).toEqual(["c-1", "c-1", null]);
    expect(rows[0]?.happenedAt).toEqual(new Date("2026-11-14T18:00:00Z"));
  });

  it("keeps its container and the attributes that a later document omits", async () => {
    const whole = eventRecord("e-1", { voyage_number: "042E" }, { container: named("container", "c-1") });
    await report([whole], "08:00");
    await report([eventRecord("e-1", { timezone: "America/New_York" })], "09:00");
    const [row] = await dashboard.db.select().from(transportEvents);
    expect(row).toMatchObject({
      containerId: "c-1",
      attributes: { voyage_number: "042E", timezone: "America/New_York" },
    });
  });
});
