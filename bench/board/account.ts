import { containerCheckDigit } from "@/lib/contract/container-number";
import type { ContainerStatus } from "@/lib/contract/enums";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enums";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import { openRng, type Rng } from "@/lib/platform/seeded-random";
import { DAY_MS, moveFacts, type Voyage } from "./change-facts";
import { CUSTOMERS, DRAY_CARRIERS, LINES, type Line, ORIGINS, PORTS, RAMPS } from "./world";

const SHIPMENTS_A_BATCH = 150;

type Stage = {
  status: ContainerStatus;
  weight: number;
  /** Days from now until the containers are discharged. Negative: days since discharge. */
  discharge: [from: number, to: number];
  /** Share of these moves that continue inland by rail. */
  inland: number;
};

/** Distribution of an importer's account on an ordinary day. */
const STAGES: readonly Stage[] = [
  { status: "new", weight: 4, discharge: [20, 45], inland: 0.25 },
  { status: "on_ship", weight: 34, discharge: [0.3, 28], inland: 0.25 },
  { status: "grounded", weight: 8, discharge: [-2, -0.1], inland: 0 },
  { status: "available", weight: 21, discharge: [-7, -0.5], inland: 0.12 },
  { status: "not_available", weight: 9, discharge: [-7, -0.3], inland: 0 },
  { status: "awaiting_inland_transfer", weight: 4, discharge: [-4, -0.2], inland: 1 },
  { status: "on_rail", weight: 6, discharge: [-8, -1.5], inland: 1 },
  { status: "picked_up", weight: 6, discharge: [-12, -2], inland: 0.2 },
  { status: "delivered", weight: 3, discharge: [-16, -5], inland: 0.2 },
  { status: "empty_returned", weight: 5, discharge: [-25, -9], inland: 0.2 },
];

const terminalId = (name: string) => `terminal-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
const partyId = (at: number) => `party-${at + 1}`;
const one = (type: string, id: string) => ({ data: { type, id } });

/** Terminals, rail ramps and dray carriers: all records that the containers reference. */
function listPlacesAndParties(): JsonApiRecord[] {
  return [
    ...PORTS.flatMap(({ terminals }) => terminals).map((name) => ({
      type: "terminal",
      id: terminalId(name),
      attributes: { name, nickname: name },
    })),
    ...RAMPS.map(({ name, city }) => ({
      type: "rail_terminal",
      id: terminalId(name),
      attributes: { name, nickname: name, city },
    })),
    ...DRAY_CARRIERS.map((name, at) => ({
      type: "party",
      id: partyId(at),
      attributes: { company_name: name },
    })),
  ];
}

/**
 * An account of `count` containers as interface records. Each batch is self-contained. The same count and time give the
 * same account.
 */
export function* listAccount(count: number, now: Date): Generator<JsonApiRecord[]> {
  yield listPlacesAndParties();
  const rng = openRng(49);
  let made = 0;
  for (let shipment = 0; made < count; ) {
    const batch: JsonApiRecord[] = [];
    for (let at = 0; at < SHIPMENTS_A_BATCH && made < count; at += 1, shipment += 1) {
      const containers = Math.min(count - made, rng.pick([1, 1, 1, 2, 2, 3, 5]));
      batch.push(...shipmentRecords(shipment, made, containers, now.getTime(), rng));
      made += containers;
    }
    yield batch;
  }
}

function shipmentRecords(
  serial: number,
  firstContainer: number,
  containers: number,
  nowMs: number,
  rng: Rng,
): JsonApiRecord[] {
  const stage = rng.weighted(STAGES);
  const line = rng.pick(LINES);
  const voyage: Voyage = {
    status: stage.status,
    port: rng.pick(PORTS),
    ramp: rng.hit(stage.inland) ? rng.pick(RAMPS) : null,
    dischargeMs: nowMs + rng.between(...stage.discharge) * DAY_MS,
  };
  const terminal = terminalId(rng.pick(voyage.port.terminals));
  const shipmentId = `shipment-${serial}`;
  const destination = voyage.ramp ? one("rail_terminal", terminalId(voyage.ramp.name)) : { data: null };
  const records: JsonApiRecord[] = [
    {
      type: "shipment",
      id: shipmentId,
      attributes: shipmentFacts(serial, line, voyage, nowMs, rng),
      relationships: { pod_terminal: one("terminal", terminal), destination_terminal: destination },
    },
  ];
  for (let container = firstContainer; container < firstContainer + containers; container += 1) {
    const id = `container-${container}`;
    records.push({
      type: "container",
      id,
      attributes: {
        ...containerFacts(container, line, rng),
        ...moveFacts(voyage, nowMs, rng),
      },
      relationships: { shipment: one("shipment", shipmentId), pod_terminal: one("terminal", terminal) },
    });
    if (voyage.dischargeMs < nowMs && rng.hit(0.55)) records.push(roleRecord(id, nowMs, rng));
  }
  return records;
}

/**
 * The number of the n-th container of an account, from 0. Those of the first million are different: the serial steps
 * through all six-digit values with a stride that is coprime to their count.
 */
export function containerNumber(container: number, prefix: string): string {
  const serial = String((container * 379_573 + 104_729) % 1_000_000).padStart(6, "0");
  const first10 = `${prefix}${serial}`;
  return `${first10}${containerCheckDigit(first10)}`;
}

function containerFacts(container: number, line: Line, rng: Rng) {
  const number = containerNumber(container, rng.pick(line.prefixes));
  const shape = rng.weighted([
    { weight: 62, type: "dry", length: 40, height: "high_cube" },
    { weight: 14, type: "dry", length: 40, height: "standard" },
    { weight: 14, type: "dry", length: 20, height: "standard" },
    { weight: 10, type: "reefer", length: 40, height: "high_cube" },
  ]);
  return {
    number,
    equipment_type: shape.type,
    equipment_length: shape.length,
    equipment_height: shape.height,
    weight_in_lbs: rng.whole(9_000, 52_000),
    seal_number: `SL${rng.whole(100_000, 999_999)}`,
    ref_numbers: rng.hit(0.5) ? [`PO-${rng.whole(10_000, 99_999)}`] : [],
  };
}

function shipmentFacts(
  serial: number,
  line: Line,
  voyage: Voyage,
  nowMs: number,
  rng: Rng,
): ShipmentAttributes {
  const { port, ramp, dischargeMs } = voyage;
  const origin = rng.pick(ORIGINS);
  const arrivalMs = dischargeMs - DAY_MS / 2;
  const landed = dischargeMs < nowMs;
  const iso = (epochMs: number) => new Date(epochMs).toISOString();
  return {
    bill_of_lading_number: `${line.scac}${String(700_000_000 + serial * 17)}`,
    ref_numbers: [`SO-${100_000 + serial}`],
    created_at: iso(Math.min(nowMs, dischargeMs - 40 * DAY_MS)),
    port_of_lading_locode: origin.locode,
    port_of_lading_name: origin.name,
    pol_timezone: origin.zone,
    port_of_discharge_locode: port.locode,
    port_of_discharge_name: port.name,
    pod_timezone: port.zone,
    destination_locode: ramp?.locode ?? null,
    destination_name: ramp?.city ?? null,
    destination_timezone: ramp?.zone ?? null,
    shipping_line_scac: line.scac,
    shipping_line_name: line.name,
    shipping_line_short_name: line.name,
    customer_name: rng.pick(CUSTOMERS),
    pod_vessel_name: rng.pick(line.vessels),
    pod_voyage_number: `${rng.whole(100, 699)}${rng.pick(["E", "W", "N"])}`,
    pod_original_eta_at: iso(arrivalMs - rng.between(0, 3) * DAY_MS),
    pod_eta_at: iso(arrivalMs),
    pod_ata_at: landed ? iso(arrivalMs) : null,
    destination_eta_at: ramp ? iso(dischargeMs + 7 * DAY_MS) : null,
    line_tracking_last_succeeded_at: iso(nowMs - rng.between(0.1, 6) * (DAY_MS / 24)),
  };
}

function roleRecord(containerId: string, nowMs: number, rng: Rng): JsonApiRecord {
  const created = new Date(nowMs - rng.between(0, 3) * DAY_MS).toISOString();
  return {
    type: "party_role",
    id: `role-${containerId}`,
    attributes: {
      role: PICKUP_DRAY_CARRIER,
      roleable_type: "Container",
      roleable_id: containerId,
      created_at: created,
    },
    relationships: { party: one("party", partyId(rng.whole(0, DRAY_CARRIERS.length - 1))) },
  };
}
