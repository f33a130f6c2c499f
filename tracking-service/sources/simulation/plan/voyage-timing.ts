import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/tracking-service/clock/instant";
import { SCRIPT_MS, type Script } from "@/tracking-service/sources/simulation/scripts";
import type { Rng } from "@/tracking-service/sources/simulation/seeded-random";
import { listTerminals, type Terminal } from "@/tracking-service/sources/simulation/world/terminals";
import type { Estimate, JourneyInput, VoyagePlan } from "./plan";
import type { Stage } from "./stages";

/** Rounds to whole minutes, as carriers report. */
export const minute = (ms: number) => Math.round(ms / MINUTE_MS) * MINUTE_MS;

/** Longer than the period without updates after which tracking ends. */
export const SILENT_FOR = 57 * DAY_MS;

type Landing = {
  input: JourneyInput;
  stage: Stage;
  script: Script | null;
  terminal: Terminal;
  arrivedAt: number;
};

/** Sometimes a vessel arrives at a terminal of the port other than the one the line named. */
export function terminalChange(
  { input, stage, script, terminal, arrivedAt }: Landing,
  rng: Rng,
): VoyagePlan["terminalChange"] {
  const scripted = script === "terminal-change";
  const at = scripted ? input.start + SCRIPT_MS : minute(arrivedAt - rng.between(8, 40) * HOUR_MS);
  const wanted = rng.hit(0.08) && stage.at === "ship" && script === null;
  const others = listTerminals(terminal.port).filter(({ key }) => key !== terminal.key);
  if (!(scripted || wanted) || others.length === 0 || at <= input.start) return null;
  return { at, terminal: rng.pick(others) };
}

/**
 * When the line cancels a booking, and when it names its containers. 0 when they are named at once. Both happen only
 * before departure, and never to the same booking.
 */
export function bookingTurns(
  input: JourneyInput,
  script: Script | null,
  departedAt: number,
  rng: Rng,
): Pick<VoyagePlan, "cancelledAt" | "containersKnownAt"> {
  const soon = input.start + SCRIPT_MS;
  if (script === "cancelled") return { cancelledAt: soon, containersKnownAt: 0 };
  if (script === "late-containers") return { cancelledAt: null, containersKnownAt: soon };
  const usual = minute(input.start + rng.between(6, 30) * HOUR_MS);
  const roll = rng.between(0, 1);
  const booked = input.entry === "fresh" && departedAt > usual;
  return {
    cancelledAt: booked && roll < 0.4 ? usual : null,
    containersKnownAt: booked && roll >= 0.4 ? usual : 0,
  };
}

/** Estimated departures change: the date moves at times until the vessel has departed. */
export function departureEstimates(
  { from, plannedDepartureAt, departedAt }: { from: number; plannedDepartureAt: number; departedAt: number },
  rng: Rng,
): Estimate[] {
  const estimates: Estimate[] = [];
  let eta = plannedDepartureAt;
  for (let at = from + rng.between(6, 60) * HOUR_MS; at < departedAt - 2 * HOUR_MS; ) {
    eta = minute(Math.max(eta + (departedAt - eta) * rng.between(0.3, 0.9), at + HOUR_MS));
    estimates.push({ at: minute(at), eta });
    at += rng.between(30, 90) * HOUR_MS;
  }
  return estimates;
}
