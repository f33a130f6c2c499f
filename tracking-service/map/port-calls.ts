import { and, eq, inArray } from "drizzle-orm";
import { iso } from "@/tracking-service/clock/instant";
import { findPorts } from "@/tracking-service/resources/catalog-records";
import type { Resource } from "@/tracking-service/resources/resource";
import type { RouteLeg } from "@/tracking-service/sources/route";
import type { Reader } from "@/tracking-service/store/database";
import { type containers, shipments, transportEvents } from "@/tracking-service/store/schema";

/** A port on a container's route with the vessel's arrival and departure times: ISO 8601 in UTC. */
export type PortCall = {
  /** POL, TS1, TS2 and so on, POD. */
  label: string;
  port: Resource;
  inboundEta: string | null;
  inboundAta: string | null;
  outboundEtd: string | null;
  outboundAtd: string | null;
};

type ContainerRow = typeof containers.$inferSelect;
type Times = Omit<PortCall, "label" | "port">;

const ARRIVALS = ["vessel_arrived", "transshipment_arrived", "feeder_arrived"];
const DEPARTURES = ["vessel_departed", "transshipment_departed", "feeder_departed"];
const named = (events: string[]) => events.map((event) => `container.transport.${event}`);

/** The container's reported arrivals and departures by sea, by UN/LOCODE. */
async function reportedPassings(reader: Reader, containerId: string) {
  const rows = await reader
    .select()
    .from(transportEvents)
    .where(
      and(
        eq(transportEvents.containerId, containerId),
        eq(transportEvents.milestone, true),
        inArray(transportEvents.event, named([...ARRIVALS, ...DEPARTURES])),
      ),
    );
  const arrived = new Map<string, string>();
  const left = new Map<string, string>();
  for (const { event, happenedAt, attributes } of rows) {
    const locode = attributes.location_locode;
    if (typeof locode !== "string" || happenedAt === null) continue;
    const passings = named(ARRIVALS).includes(event) ? arrived : left;
    passings.set(locode, iso(happenedAt.getTime()));
  }
  return { arrived, left };
}

/** The port codes in order: from the legs when known, otherwise the first and the last port. */
function portsOf(legs: RouteLeg[], ends: (string | null)[]): string[] {
  const [first] = legs;
  if (first) return [first.from, ...legs.map(({ to }) => to)];
  return ends.flatMap((code) => code ?? []);
}

const labelOf = (place: number, ports: string[], discharge: string | null) => {
  if (place === 0 && ports[place] !== discharge) return "POL";
  return place === ports.length - 1 ? "POD" : `TS${place}`;
};

export type Way = { calls: PortCall[]; updatedAt: string | null };

/**
 * The ports on a container's route. Times from its shipment and milestones take precedence over a source's expected
 * times.
 */
export async function portCalls(reader: Reader, container: ContainerRow, legs: RouteLeg[]): Promise<Way> {
  const [shipment] = await reader.select().from(shipments).where(eq(shipments.id, container.shipmentId));
  if (!shipment) throw new Error(`no shipment ${container.shipmentId}`);
  const facts = shipment.attributes;
  const codes = portsOf(legs, [facts.port_of_lading_locode, facts.port_of_discharge_locode]);
  const ports = await findPorts(reader, codes);
  const { arrived, left } = await reportedPassings(reader, container.id);
  const timesAt = (code: string, label: string): Times => {
    const inbound = legs.find(({ to }) => to === code)?.arrival;
    const outbound = legs.find(({ from }) => from === code)?.departure;
    const [atLading, atDischarge] = [label === "POL", label === "POD"];
    return {
      inboundEta: (atDischarge ? facts.pod_eta_at : null) ?? inbound?.expectedAt ?? null,
      inboundAta: (atDischarge ? facts.pod_ata_at : null) ?? arrived.get(code) ?? inbound?.actualAt ?? null,
      outboundEtd: (atLading ? facts.pol_etd_at : null) ?? outbound?.expectedAt ?? null,
      outboundAtd: (atLading ? facts.pol_atd_at : null) ?? left.get(code) ?? outbound?.actualAt ?? null,
    };
  };
  const calls = codes.flatMap((code, place) => {
    const port = ports.get(code);
    const label = labelOf(place, codes, facts.port_of_discharge_locode);
    return port ? [{ label, port, ...timesAt(code, label) }] : [];
  });
  return { calls, updatedAt: facts.line_tracking_last_succeeded_at };
}

/** Finds a port's call on a route by UN/LOCODE, with its number from 1. */
export function findCall(calls: PortCall[], code: string): { call: PortCall; sequence: number } | null {
  const place = calls.findIndex(({ port }) => port.attributes.code === code);
  const call = calls[place];
  return call ? { call, sequence: place + 1 } : null;
}
