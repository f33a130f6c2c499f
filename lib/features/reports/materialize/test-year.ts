import { containerCheckDigit } from "@/lib/contract/container-number";
import type { Rng } from "@/lib/platform/seeded-random";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Containers are first reported in the last year or slightly before. Many of them are recent, as in a growing account.
 */
const DAYS_BACK = 380;
const LATELY_DAYS = 55;
const LATELY = 0.5;

type Port = { locode: string; name: string; zone: string | null; terminals: readonly string[] };

/** Zones east and west of UTC, one with a clock change in the southern spring, and one unknown zone. */
const PORTS: readonly Port[] = [
  { locode: "USLAX", name: "Los Angeles", zone: "America/Los_Angeles", terminals: ["APM Pier 400", "Fenix"] },
  { locode: "USNYC", name: "New York", zone: "America/New_York", terminals: ["Maher", "PNCT"] },
  { locode: "NZAKL", name: "Auckland", zone: "Pacific/Auckland", terminals: ["Fergusson"] },
  { locode: "XXUNK", name: "Unknown", zone: null, terminals: ["Quay 1"] },
];
const RAMP = { locode: "USCHI", name: "Chicago", zone: "America/Chicago" };
const LINES = [
  { scac: "MAEU", name: "Maersk" },
  { scac: "MSCU", name: "MSC" },
  { scac: "ONEY", name: "ONE" },
] as const;
const HOLDS = ["customs", "freight", "TMF", "USDA", "other"] as const;
const CURRENCIES = ["USD", "USD", "USD", "CAD"] as const;

type Attributes = Record<string, unknown>;

/** One report of a container and its shipment, with its time (milliseconds since 1970). */
export type Telling = { at: number; container: Attributes; shipment: Attributes };
/** A container with all its reports, oldest first. The first report contains everything that was known then. */
export type ContainerYear = { containerId: string; shipmentId: string; updates: Telling[] };

const iso = (ms: number) => new Date(Math.round(ms / 1_000) * 1_000).toISOString();

type Plan = {
  port: Port;
  inland: boolean;
  firstEta: number;
  arrival: number;
  discharge: number;
  out: number;
  currency: string;
};

function plan(start: number, rng: Rng): Plan {
  const firstEta = start + rng.between(6, 30) * DAY_MS;
  const arrival = firstEta + rng.between(-2, 6) * DAY_MS;
  const discharge = arrival + rng.between(0.2, 2) * DAY_MS;
  return {
    port: rng.pick(PORTS),
    inland: rng.hit(0.15),
    firstEta,
    arrival,
    discharge,
    out: discharge + rng.between(0.5, 14) * DAY_MS,
    currency: rng.pick(CURRENCIES),
  };
}

type Reporter = (at: number, container: Attributes, shipment?: Attributes) => void;

function reportVoyage(report: Reporter, start: number, { firstEta, arrival, port }: Plan, rng: Rng): void {
  report(start + DAY_MS, { current_status: "on_ship", pol_vessel_departed_at: iso(start + DAY_MS / 2) });
  const moves = rng.whole(0, 5);
  for (let move = 1; move <= moves; move += 1) {
    const at = start + DAY_MS + ((arrival - start - DAY_MS) * move) / (moves + 1);
    report(at, {}, { pod_eta_at: iso(firstEta + ((arrival - firstEta) * move) / moves) });
  }
  report(arrival, { pod_arrived_at: iso(arrival) }, { pod_ata_at: iso(arrival), pod_timezone: port.zone });
}

function reportStay(report: Reporter, { discharge, out, inland, currency }: Plan, rng: Rng): void {
  const lfd = discharge + 5 * DAY_MS;
  const ground = inland ? "awaiting_inland_transfer" : "grounded";
  report(discharge, {
    current_status: ground,
    pod_discharged_at: iso(discharge),
    terminal_checked_at: iso(discharge),
    import_deadlines: rng.hit(0.9) ? { pickup_lfd_terminal: iso(lfd) } : undefined,
  });
  const stay = out - discharge;
  const holds = rng.hit(0.5) ? [rng.pick(HOLDS), ...(rng.hit(0.3) ? [rng.pick(HOLDS)] : [])] : [];
  const state = [...new Set(holds)].map((name) => ({
    name,
    status: rng.hit(0.8) ? "hold" : "pending",
  }));
  const check = (at: number, facts: Attributes) => report(at, { ...facts, terminal_checked_at: iso(at) });
  if (state.length) check(discharge + stay * 0.1, { holds_at_pod_terminal: state });
  if (state.length > 1) check(discharge + stay * 0.3, { holds_at_pod_terminal: state.slice(1) });
  if (!inland)
    check(discharge + stay * 0.35, { current_status: "not_available", available_for_pickup: false });
  if (rng.hit(0.3))
    check(discharge + stay * 0.4, { import_deadlines: { pickup_lfd_terminal: iso(lfd + DAY_MS) } });
  for (let day = 0; lfd + day * DAY_MS < out; day += 1)
    check(lfd + day * DAY_MS, {
      fees_at_pod_terminal: [
        { type: "demurrage", amount: 100.5 * (day + 1), currency_code: currency },
        { type: "total", amount: 100.5 * (day + 1), currency_code: currency },
      ],
    });
  if (state.length) check(discharge + stay * 0.8, { holds_at_pod_terminal: [] });
  if (!inland) check(discharge + stay * 0.85, { current_status: "available", available_for_pickup: true });
}

function reportEnd(report: Reporter, { out, inland }: Plan, rng: Rng): void {
  let left = out;
  if (inland) {
    report(out, { current_status: "on_rail", pod_rail_loaded_at: iso(out), pod_rail_departed_at: iso(out) });
    left = out + rng.between(4, 9) * DAY_MS;
    report(left, { current_status: "picked_up", final_destination_full_out_at: iso(left) });
  } else report(out, { current_status: "picked_up", pod_full_out_at: iso(out) });
  const empty = left + rng.between(2, 9) * DAY_MS;
  report(left + DAY_MS, { current_status: "delivered", delivered_at: iso(left + DAY_MS) });
  report(empty, { current_status: "empty_returned", empty_terminated_at: iso(empty) });
}

/** Generates the history of the `serial`th container up to `nowMs`. Later events are omitted. */
export function containerYear(serial: number, nowMs: number, rng: Rng): ContainerYear {
  const start = nowMs - rng.between(0.5, rng.hit(LATELY) ? LATELY_DAYS : DAYS_BACK) * DAY_MS;
  const planned = plan(start, rng);
  const { port, inland } = planned;
  const line = rng.pick(LINES);
  const first10 = `${rng.pick(["MSKU", "TCLU", "ONEU"])}${String(serial).padStart(6, "0")}`;
  const updates: Telling[] = [];
  const report: Reporter = (at, container, shipment = {}) => {
    if (at <= nowMs) updates.push({ at: Math.round(at), container, shipment });
  };
  report(
    start,
    { number: `${first10}${containerCheckDigit(first10)}`, current_status: "new", pod_timezone: port.zone },
    {
      bill_of_lading_number: `${line.scac}${700_000_000 + serial}`,
      shipping_line_scac: line.scac,
      shipping_line_short_name: line.name,
      customer_name: `Customer ${serial % 37}`,
      port_of_discharge_locode: port.locode,
      port_of_discharge_name: port.name,
      pod_timezone: port.zone,
      destination_locode: inland ? RAMP.locode : undefined,
      destination_name: inland ? RAMP.name : undefined,
      destination_timezone: inland ? RAMP.zone : undefined,
      pod_original_eta_at: iso(planned.firstEta),
      pod_eta_at: iso(planned.firstEta),
      line_tracking_last_succeeded_at: iso(nowMs - rng.between(0, 40) * HOUR_MS),
    },
  );
  reportVoyage(report, start, planned, rng);
  reportStay(report, planned, rng);
  reportEnd(report, planned, rng);
  return {
    containerId: `container-${serial}`,
    shipmentId: `shipment-${serial}`,
    updates: updates.sort((a, b) => a.at - b.at),
  };
}

/** The terminals of the containers with their ids. `terminalOf` returns the terminal of a container. */
export const TERMINALS = PORTS.flatMap(({ terminals }) => terminals).map((name, at) => ({
  id: `t-${at}`,
  name,
}));
export function terminalOf({ updates }: ContainerYear, serial: number): string {
  const locode = updates[0]?.shipment.port_of_discharge_locode;
  const names = PORTS.find((port) => port.locode === locode)?.terminals ?? [];
  return TERMINALS.find(({ name }) => name === names[serial % names.length])?.id ?? "";
}
