import { describe, expect, it } from "vitest";
import type { Container } from "@/lib/domain/container/container-facts";
import { deadlines, facility, inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import { orderTerms } from "@/lib/domain/work-order/order-terms";
import { NOTHING_PLANNED } from "@/lib/features/moves/rules/planned-move";
import { driverMove, mapHref } from "./driver-move";
import { customerRow, driverRow, timeLeft } from "./shared-container";
import { customerContainer, driverContainer, sharedShipment } from "./shared-pages";

const SECRET = "PLANTED";
const planted = (name: string) => `${SECRET} ${name}`;

/** Returns a container with marker text in every internal field and every field not listed for sharing. */
function plantedContainer(): Container {
  const container = testContainer(
    {
      ref_numbers: ["PO-1"],
      current_status: "not_available",
      seal_number: planted("seal"),
      location_at_pod_terminal: planted("yard spot"),
      pod_rail_carrier_scac: planted("rail carrier"),
      pod_full_out_chassis_number: planted("chassis before it is out"),
      holds_at_pod_terminal: [
        { name: "customs", status: "hold", description: planted("hold text") },
        { name: planted("hold name"), status: "hold" },
        { name: planted("pending name"), status: "pending" },
      ],
      fees_at_pod_terminal: [{ type: planted("fee"), amount: 10, currency_code: "USD" }],
      custom_field: planted("custom field"),
      ...deadlines({ line: "2026-11-21T08:00:00Z" }),
    },
    {
      tags: [planted("tag")],
      customer_name: planted("customer"),
      line_tracking_stopped_reason: planted("stopped because"),
      internal: planted("shipment attribute"),
    },
    {
      drayCarriers: [{ roleId: planted("role"), partyId: planted("party"), name: planted("carrier") }],
      team: {
        followUps: [
          {
            id: planted("followUp"),
            holdName: "customs",
            place: "port",
            owner: "terminal",
            nextCheckAt: "2026-11-20T12:00:00Z",
            contacted: planted("contacted"),
            promise: planted("promise"),
          },
        ],
        perDiemTerms: null,
        plan: {
          pickup: { at: "2026-11-19T12:34:56Z", zone: planted("pickup zone") },
          delivery: null,
          deliveryPlace: planted("delivery place"),
          emptyReturn: null,
          emptyReturnPlace: planted("return place"),
          driver: planted("driver"),
          note: planted("note"),
        },
        gates: [],
        workOrders: [
          {
            id: planted("order"),
            partyId: planted("party"),
            version: 1,
            terms: orderTerms(testContainer(), planted("terms")),
            instructions: planted("instructions"),
            sentAt: "2026-11-19T12:00:00Z",
            expiresAt: "2026-11-22T12:00:00Z",
            response: "accepted",
            responseVersion: 1,
            respondedAt: "2026-11-19T13:00:00Z",
            driver: planted("order driver"),
            truck: planted("truck"),
            eta: { at: "2026-11-19T15:34:56Z", zone: planted("eta zone") },
          },
        ],
      },
    },
  );
  return { ...container, id: planted("id"), podTerminal: facility(planted("terminal id"), "APM Pier 400") };
}

const EVENT = {
  event: "container.transport.vessel_discharged",
  at: "2026-11-14T18:00:00Z",
  zone: "America/Los_Angeles",
  place: "APM Pier 400",
  vessel: "Maersk Sydney",
  voyage: "235W",
  source: planted("source"),
};
const plan = {
  ...NOTHING_PLANNED,
  emptyReturnPlace: "Depot 7",
  note: planted("plan note"),
  savedBy: planted("user"),
};
const now = new Date("2026-11-20T17:00:00Z");
const driverPage = (container: Container, showsMove: boolean) =>
  driverContainer(container, { plan, gates: null }, { showsMove, now });

describe("shared views", () => {
  it.each([
    ["a customer's row", () => customerRow(plantedContainer(), { charges: false })],
    ["a driver's row", () => driverRow(plantedContainer(), plan)],
    ["a customer's page", () => customerContainer(plantedContainer(), [EVENT], { charges: false })],
    ["a driver's page in an embed", () => driverPage(plantedContainer(), false)],
    [
      "a driver's page",
      () => {
        const container = plantedContainer();
        container.attributes.location_at_pod_terminal = "C-14-02";
        return driverPage(container, true);
      },
    ],
    [
      "a shipment",
      () =>
        sharedShipment(plantedContainer().shipment?.attributes ?? {}, [
          customerRow(plantedContainer(), { charges: false }),
        ]),
    ],
  ])("%s contains only fields listed for sharing", (_, project) => {
    const text = JSON.stringify(project());
    expect(text).toContain(text.includes('"number":"MAEU') ? "MAEU123456789" : "MSKU4807969");
    expect(text).not.toContain(SECRET);
  });

  it("explains holds in plain words and mentions pending ones", () => {
    expect(customerRow(plantedContainer(), { charges: false }).readiness).toEqual({
      state: "held",
      text: "Held",
      reasons: [
        "Not released by customs",
        "On hold at the terminal",
        "Availability not reported by the terminal",
        "Hold pending",
      ],
    });
  });

  it("include charges for a customer only when granted and never for a driver", () => {
    const container = testContainer({
      fees_at_pod_terminal: [{ type: "demurrage", amount: 310, currency_code: "USD" }],
    });
    expect(customerRow(container, { charges: false }).charges).toBeNull();
    expect(customerRow(container, { charges: true }).charges).toEqual({
      text: "$310.00",
      lines: [{ label: "Demurrage", text: "$310.00" }],
    });
    expect(JSON.stringify(driverRow(container, null))).not.toContain("310");
  });

  it("show a driver the terminal address, and the chassis after gate out", () => {
    const pier = {
      id: "t-1",
      attributes: {
        name: "Pier 400",
        street: "2500 Navy Way",
        city: "San Pedro",
        state_abbr: "CA",
        zip: "90731",
      },
    };
    const out = testContainer(
      {
        pod_full_out_at: "2026-11-16T18:00:00Z",
        pod_full_out_chassis_number: "APMZ 400123",
        ref_numbers: [" PO-1 ", "", "PO-1"],
      },
      { ref_numbers: ["of the shipment"] },
      { podTerminal: pier },
    );
    const row = driverRow(out, plan);
    expect(row).toMatchObject({
      terminal: { name: "Pier 400", address: "2500 Navy Way, San Pedro, CA 90731" },
      chassis: "APMZ 400123",
      references: ["PO-1"],
      emptyReturn: { place: "Depot 7", at: null, lastDay: null },
      readiness: { state: "picked_up", text: "Picked up", reasons: [] },
    });
    expect(driverRow(testContainer(), null)).toMatchObject({ chassis: null, emptyReturn: null });
  });

  it("accept a container without data", () => {
    const bare: Container = { ...testContainer(), attributes: {}, shipment: null, podTerminal: null };
    expect(customerRow(bare, { charges: true })).toMatchObject({
      number: "",
      references: [],
      terminal: null,
    });
    expect(driverRow(bare, null)).toMatchObject({ number: "", terminal: { name: null, address: null } });
    expect(sharedShipment({}, [])).toMatchObject({ number: "no number", route: [], eta: null });
  });
});

describe("the shared last free day", () => {
  const { lastFreeDay } = customerRow(testContainer(deadlines({ line: "2026-11-21T08:00:00Z" })), {
    charges: false,
  });

  it.each([
    ["2026-11-20T12:00:00Z", "1d 20h"],
    ["2026-11-22T07:59:00Z", "Today, 0h 1m"],
    ["2026-11-22T08:00:00Z", "Expired 1d"],
  ])("at %s shows %s in terminal time, from any source", (now, message) => {
    expect(lastFreeDay).toEqual({
      state: "applies",
      on: "2026-11-21",
      zone: "America/Los_Angeles",
      endsAt: "2026-11-22T08:00:00.000Z",
    });
    expect(timeLeft("en-US", lastFreeDay, new Date(now)).text).toBe(message.replace("0h 1m", "1m"));
  });

  it("shows that it is missing when there is none", () => {
    const none = customerRow(testContainer(), { charges: false }).lastFreeDay;
    expect(timeLeft("en-US", none, new Date("2026-11-20T12:00:00Z")).text).toBe("not reported");
  });
});

describe("a container at a rail ramp with a customs hold in the list of the terminal", () => {
  const held = inlandContainer({
    pod_rail_loaded_at: "2026-11-16T10:00:00Z",
    ind_rail_unloaded_at: "2026-11-19T10:00:00Z",
    current_status: "available",
    availability_known: true,
    available_for_pickup: true,
    holds_at_pod_terminal: [{ name: "customs", status: "hold", description: SECRET }],
  });

  it.each([
    ["customer", customerRow(held, { charges: false })],
    ["driver", driverRow(held, null)],
  ])("is held for the %s", (_, row) => {
    expect(row.readiness).toEqual({ state: "held", text: "Held", reasons: ["Not released by customs"] });
  });
});

describe("the move shown to a driver", () => {
  const LA = "America/Los_Angeles";
  const at = (text: string) => ({ at: text, zone: LA });
  const gates = {
    facilityId: "t-1",
    hours: [1, 2, 3, 4, 5].flatMap((day) => [
      { day, from: "18:00", to: "03:00" },
      { day, from: "07:00", to: "16:30" },
    ]),
    specialDays: [{ on: "2026-11-26", open: [], name: "Thanksgiving" }],
  };
  const planned = {
    ...plan,
    pickup: at("2026-11-21T18:00:00Z"),
    deliveryPlace: " 100 Main St, Ontario, CA ",
  };
  const yard = { location_at_pod_terminal: "C-14-02" };
  const moveOf = (container: Container, change = {}) =>
    driverMove(container, { plan: { ...planned, ...change }, gates }, now);

  it("has the planned pickup, the delivery address, the yard location and the gate hours of the pickup's day", () => {
    expect(moveOf(testContainer(yard), { pickup: at("2026-11-23T18:00:00Z") })).toEqual({
      pickup: { at: "2026-11-23T18:00:00Z", zone: LA, local: "2026-11-23T10:00" },
      delivery: { at: null, address: "100 Main St, Ontario, CA" },
      yardLocation: "C-14-02",
      gates: {
        on: "2026-11-23",
        open: [
          { from: "07:00", to: "16:30" },
          { from: "18:00", to: "03:00" },
        ],
        name: "",
      },
    });
  });

  it.each([
    ["the appointment before the planned pickup", "2026-11-26T20:00:00Z", "2026-11-26", "Thanksgiving"],
    ["the planned pickup when the appointment has passed", "2026-11-19T20:00:00Z", "2026-11-21", ""],
  ])("has the gate hours of %s", (_, appointment, on, name) => {
    const container = testContainer({ pickup_appointment_at: appointment });
    expect(moveOf(container).gates).toMatchObject({ on, open: [], name });
  });

  it("has the gate hours of today without a coming plan, none without hours or zone", () => {
    expect(moveOf(testContainer(), { pickup: at("2026-11-19T18:00:00Z") }).gates?.on).toBe("2026-11-20");
    expect(driverMove(testContainer(), { plan: planned, gates: null }, now).gates).toBeNull();
    const without = testContainer({ pod_timezone: null }, { pod_timezone: null });
    expect(moveOf(without).gates).toBeNull();
  });

  it("has neither yard location nor gate hours after gate out", () => {
    const out = testContainer({ ...yard, pod_full_out_at: "2026-11-19T18:00:00Z" });
    expect(moveOf(out)).toMatchObject({ yardLocation: null, gates: null });
  });

  it("has the spot at a rail ramp once it was checked there", () => {
    const arrived = {
      ...yard,
      pod_rail_loaded_at: "2026-11-16T10:00:00Z",
      ind_ata_at: "2026-11-19T10:00:00Z",
    };
    const move = (terminal_checked_at: string) =>
      moveOf(inlandContainer({ ...arrived, terminal_checked_at }));
    expect(move("2026-11-20T10:00:00Z").yardLocation).toBe("C-14-02");
    expect(move("2026-11-15T10:00:00Z").yardLocation).toBeNull();
  });

  it("links a map by the address alone", () => {
    expect(mapHref("1 Main St & Co #2")).toBe(
      "https://www.google.com/maps/search/?api=1&query=1+Main+St+%26+Co+%232",
    );
    expect(mapHref("\ud800")).toContain("query=%EF%BF%BD");
  });
});
