import type { ContainerAttributes } from "@/lib/contract/container";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import { type Container, type Facility, NOTHING_WRITTEN } from "./container-facts";

/** A container for tests: discharged at Los Angeles, nothing else reported. */
export function testContainer(
  container: Partial<ContainerAttributes> = {},
  shipment: Partial<ShipmentAttributes> = {},
  rest: Partial<Container> = {},
): Container {
  return {
    id: "container-1",
    attributes: {
      number: "MSKU4807969",
      pod_discharged_at: "2026-11-14T18:00:00Z",
      pod_timezone: "America/Los_Angeles",
      ...container,
    },
    unconfirmed: {},
    shipment: {
      id: "shipment-1",
      attributes: {
        bill_of_lading_number: "MAEU123456789",
        port_of_discharge_locode: "USLAX",
        port_of_discharge_name: "Los Angeles",
        pod_timezone: "America/Los_Angeles",
        ...shipment,
      },
    },
    podTerminal: facility("t-1", "APM Pier 400"),
    pickupFacility: null,
    destinationTerminal: null,
    drayCarriers: [],
    deletedUpstreamAt: null,
    customFields: {},
    team: NOTHING_WRITTEN,
    ...rest,
  };
}

/** An inland container: Los Angeles to Chicago, unless overridden. */
export function inlandContainer(
  container: Partial<ContainerAttributes> = {},
  shipment: Partial<ShipmentAttributes> = {},
  rest: Partial<Container> = {},
): Container {
  return testContainer(
    { final_destination_timezone: "America/Chicago", ...container },
    {
      destination_locode: "USCHI",
      destination_name: "Chicago",
      destination_timezone: "America/Chicago",
      ...shipment,
    },
    { destinationTerminal: facility("r-1", "BNSF LPC Chicago"), ...rest },
  );
}

export function facility(id: string, name: string): Facility {
  return { id, attributes: { name } };
}

/** Deadlines as the service sends them; missing sources are null. */
export function deadlines(sources: { line?: string; terminal?: string; rail?: string }) {
  return {
    import_deadlines: {
      pickup_lfd_line: sources.line ?? null,
      pickup_lfd_terminal: sources.terminal ?? null,
      pickup_lfd_rail: sources.rail ?? null,
    },
  };
}
