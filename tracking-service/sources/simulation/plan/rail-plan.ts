import { DAY_MS, HOUR_MS, localDay } from "@/tracking-service/clock/instant";
import type { Rng } from "@/tracking-service/sources/simulation/seeded-random";
import { gateTimeAfter, rampGate } from "./gate-hours";
import { holdSpells, type Temper } from "./hold-plan";
import type { JourneyInput, RailPlan, Stay, VoyagePlan } from "./plan";
import { serviceFee } from "./stay-turns";
import { RAMP_REPORTING, rampDeadlines } from "./terminal-stay-plan";
import { minute } from "./voyage-timing";

/**
 * Plans the part from the train to the gate of the ramp. The stage determines the container's progress at the plan's
 * start.
 */
export function railPlan(
  input: JourneyInput,
  voyage: VoyagePlan,
  dischargedAt: number,
  rng: Rng,
): RailPlan | null {
  if (!voyage.inland) return null;
  const { zone } = voyage.inland.metro;
  const { start } = input;
  const { stage } = voyage;
  let departedAt = dischargedAt + rng.between(1.5, 3.5) * DAY_MS;
  let arrivedAt = departedAt + rng.between(3, 5) * DAY_MS;
  if (stage.at === "waiting-for-rail") departedAt = start + rng.between(9, 44) * HOUR_MS;
  if (stage.at === "on-rail") departedAt = start - rng.between(1, 2.5) * DAY_MS;
  if (stage.at === "waiting-for-rail") arrivedAt = departedAt + rng.between(3, 5) * DAY_MS;
  if (stage.at === "on-rail") arrivedAt = start + rng.between(0.4, 2.5) * DAY_MS;
  let unloadedAt = arrivedAt + rng.between(3, 12) * HOUR_MS;
  if (stage.at === "ramp") {
    unloadedAt = start - rng.between(5, 30) * HOUR_MS;
    arrivedAt = unloadedAt - rng.between(3, 9) * HOUR_MS;
    departedAt = arrivedAt - rng.between(3, 4.5) * DAY_MS;
  }
  const wanted = stage.at === "ramp" ? localDay(zone, start) + stage.deadlineIn : null;
  const ready = Math.max(
    unloadedAt + rng.between(8, 60) * HOUR_MS,
    stage.at === "ramp" ? start + 3 * HOUR_MS : 0,
  );
  const to = gateTimeAfter(rampGate(voyage.inland, input.former), ready, rng);
  const temper: Temper = rng.hit(0.25) ? "held" : "ready";
  const releasedAt = unloadedAt + (to - unloadedAt) * 0.7;
  const where = { country: voyage.inland.metro.country, port: null };
  const stay: Stay = {
    place: "ramp",
    from: minute(unloadedAt),
    to,
    zone,
    reporting: { ...RAMP_REPORTING, availability: rng.hit(0.55) },
    currency: where.country === "CA" ? "CAD" : "USD",
    checkEveryMs: input.checkEveryMs,
    gap: null,
    holds:
      temper === "held"
        ? holdSpells({ temper, from: unloadedAt, to, releasedAt, index: input.index, where }, rng)
        : [],
    flappingFrom: null,
    pendingStops: false,
    yardSpots: [{ from: minute(unloadedAt), spot: `Track ${1 + (input.index % 12)}` }],
    service: serviceFee({ from: unloadedAt, to, zone }, rng),
    appointments: [],
    demurrageHeldUntil: null,
    availableFrom: unloadedAt + rng.between(1, 4) * HOUR_MS,
    ...rampDeadlines(unloadedAt, zone, wanted, rng),
    dailyRate: rng.pick([90, 150, 175]),
  };
  return {
    loadedAt: minute(departedAt - rng.between(4, 8) * HOUR_MS),
    departedAt: minute(departedAt),
    estimates: railEstimates(departedAt, arrivedAt, rng),
    arrivedAt: minute(arrivedAt),
    unloadedAt: minute(unloadedAt),
    stay,
  };
}

function railEstimates(departedAt: number, arrivedAt: number, rng: Rng): RailPlan["estimates"] {
  const estimates: RailPlan["estimates"] = [];
  for (let at = departedAt + HOUR_MS; at < arrivedAt - 2 * HOUR_MS; at += rng.between(4, 11) * HOUR_MS) {
    const eta = arrivedAt + (arrivedAt - at) * rng.between(-0.12, 0.2);
    estimates.push({ at: minute(at), eta: minute(eta) });
  }
  return estimates;
}
