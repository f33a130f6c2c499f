import { describe, expect, it } from "vitest";
import type { Container } from "@/lib/domain/container/container-facts";
import { deadlines, facility, testContainer } from "@/lib/domain/container/test-container";
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
          },
        ],
        perDiemTerms: null,
        note: planted("note"),
        gates: [],
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
const plan = { emptyReturn: null, emptyReturnPlace: "Depot 7", note: planted("plan note") };

describe("shared views", () => {
  it.each([
    ["a customer's row", () => customerRow(plantedContainer(), { charges: false })],
    ["a driver's row", () => driverRow(plantedContainer(), plan)],
    ["a customer's page", () => customerContainer(plantedContainer(), [EVENT], { charges: false })],
    ["a driver's page", () => driverContainer(plantedContainer(), plan)],
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
