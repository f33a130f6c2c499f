import type { ContainerAttributes } from "@/lib/contract/container";
import { type ContainerStatus, HOLD_NAMES } from "@/lib/contract/enums";
import { addDays, localDate, startOfLocalDay } from "@/lib/domain/time/zoned-time";
import type { Rng } from "@/lib/platform/seeded-random";
import type { Port, Ramp } from "./world";

export const DAY_MS = 86_400_000;
const HOUR_MS = DAY_MS / 24;

/** Fields shared by the containers of one shipment. */
export type Voyage = {
  status: ContainerStatus;
  port: Port;
  /** Null: the pickup is at the port. */
  ramp: Ramp | null;
  /** Time at which the containers are discharged, epoch ms. In the future while they are on the vessel. */
  dischargeMs: number;
};

const iso = (epochMs: number) => new Date(epochMs).toISOString();
const ON_PORT_GROUND: readonly string[] = [
  "grounded",
  "available",
  "not_available",
  "awaiting_inland_transfer",
];
const GONE: readonly string[] = ["picked_up", "delivered", "empty_returned"];

/** Whether the container is at the ramp or was picked up there. The port's fields are then history. */
const leftByRail = ({ status, ramp }: Voyage) =>
  ramp !== null && status !== "new" && status !== "on_ship" && status !== "awaiting_inland_transfer";

/** The attributes for the container's location and holds, as of `nowMs` in its voyage. */
export function moveFacts(voyage: Voyage, nowMs: number, rng: Rng): ContainerAttributes {
  const { status, port, ramp, dischargeMs } = voyage;
  const zones = {
    pod_timezone: port.zone,
    final_destination_timezone: ramp?.zone ?? null,
    current_status: status,
  };
  if (status === "new") return zones;
  const sailedMs = dischargeMs - rng.between(14, 32) * DAY_MS;
  const sailed = {
    ...zones,
    pol_full_in_at: iso(sailedMs - 3 * DAY_MS),
    pol_vessel_departed_at: iso(sailedMs),
  };
  if (status === "on_ship") return sailed;
  return {
    ...sailed,
    pod_arrived_at: iso(dischargeMs - rng.between(0.2, 1.5) * DAY_MS),
    pod_discharged_at: iso(dischargeMs),
    ...railFacts(voyage, nowMs, rng),
    ...deadlineFacts(voyage, rng),
    ...terminalFacts(voyage, nowMs, rng),
    ...pickupFacts(voyage, nowMs, rng),
  };
}

function railFacts(voyage: Voyage, nowMs: number, rng: Rng): ContainerAttributes {
  const { ramp, dischargeMs, status } = voyage;
  if (ramp === null) return {};
  const railed = { pod_rail_carrier_scac: ramp.rail, ind_rail_carrier_scac: ramp.rail };
  if (!leftByRail(voyage)) return { ...railed, ind_eta_at: iso(nowMs + rng.between(3, 9) * DAY_MS) };
  const loadedMs = dischargeMs + 0.5 * DAY_MS;
  const loaded = {
    ...railed,
    pod_rail_loaded_at: iso(loadedMs),
    pod_rail_departed_at: iso(loadedMs + 5 * HOUR_MS),
  };
  if (status === "on_rail") return { ...loaded, ind_eta_at: iso(nowMs + rng.between(0.3, 5) * DAY_MS) };
  const arrivedMs = dischargeMs + 0.6 * (nowMs - dischargeMs);
  return {
    ...loaded,
    ind_ata_at: iso(arrivedMs),
    ind_rail_unloaded_at: iso(arrivedMs + HOUR_MS),
    rail_last_tracking_request_at: iso(nowMs - rng.between(0.1, 4) * HOUR_MS),
  };
}

function lastFreeDay(fromMs: number, days: number, zone: string): string {
  return startOfLocalDay(addDays(localDate(new Date(fromMs), zone), days), zone).toISOString();
}

/**
 * Four free days at the terminal, a separate line LFD for most containers, two free days at a ramp. Some terminals
 * report no LFD.
 */
function deadlineFacts({ status, port, ramp, dischargeMs }: Voyage, rng: Rng): ContainerAttributes {
  if (status === "on_rail" || rng.hit(0.08)) return {};
  const inland = ramp !== null && status !== "awaiting_inland_transfer";
  const terminal = lastFreeDay(dischargeMs, 4, port.zone);
  const line = rng.hit(0.6) ? lastFreeDay(dischargeMs, rng.whole(4, 8), port.zone) : null;
  const rail = inland ? lastFreeDay(dischargeMs, rng.whole(6, 9), ramp.zone) : null;
  return {
    import_deadlines: { pickup_lfd_terminal: terminal, pickup_lfd_line: line, pickup_lfd_rail: rail },
    pickup_lfd: line ?? terminal,
  };
}

function terminalFacts(voyage: Voyage, nowMs: number, rng: Rng): ContainerAttributes {
  const { status, dischargeMs } = voyage;
  const isStale = rng.hit(0.04);
  const checkedMs = nowMs - (isStale ? rng.between(25, 70) : rng.between(0.05, 5)) * HOUR_MS;
  const checked = { terminal_checked_at: iso(checkedMs) };
  if (!ON_PORT_GROUND.includes(status)) return checked;
  const holds = listHolds(status, rng);
  const daysOver = Math.floor((nowMs - dischargeMs) / DAY_MS) - 4;
  const fees = [{ type: "demurrage", amount: Math.max(0, daysOver) * 310, currency_code: "USD" }];
  if (rng.hit(0.2)) fees.push({ type: "exam", amount: rng.whole(120, 480), currency_code: "USD" });
  const reportsFees = daysOver > 0 || rng.hit(0.25);
  const ground = {
    ...checked,
    location_at_pod_terminal: `Yard ${rng.pick(["A", "B", "C", "D"])}${rng.whole(100, 699)}`,
  };
  return {
    ...ground,
    availability_known: status !== "grounded",
    available_for_pickup: status === "grounded" ? null : status === "available",
    holds_at_pod_terminal: holds,
    fees_at_pod_terminal: reportsFees ? fees : [],
    pickup_appointment_at:
      status === "available" && rng.hit(0.35) ? iso(nowMs + rng.between(0.1, 3) * DAY_MS) : null,
  };
}

function listHolds(status: ContainerStatus, rng: Rng) {
  const likely = status === "not_available" ? 0.85 : status === "available" ? 0.12 : 0.3;
  return HOLD_NAMES.filter(() => rng.hit(likely / 3)).map((name) => ({
    name,
    status: rng.hit(0.8) ? "hold" : "pending",
    description: name === "other" ? "Line documents missing" : null,
  }));
}

function pickupFacts(voyage: Voyage, nowMs: number, rng: Rng): ContainerAttributes {
  const { status, ramp, port, dischargeMs } = voyage;
  if (!GONE.includes(status)) return {};
  const outMs = dischargeMs + 0.7 * (nowMs - dischargeMs);
  const at = ramp ? "final_destination_full_out_at" : "pod_full_out_at";
  const out = { [at]: iso(outMs) };
  if (status === "picked_up") return out;
  const deliveredMs = outMs + rng.between(2, 20) * HOUR_MS;
  if (status === "delivered") return { ...out, delivered_at: iso(deliveredMs) };
  return {
    ...out,
    delivered_at: iso(deliveredMs),
    empty_terminated_at: iso(nowMs - rng.between(0, 1) * (nowMs - deliveredMs)),
    empty_terminated_timezone: ramp?.zone ?? port.zone,
  };
}
