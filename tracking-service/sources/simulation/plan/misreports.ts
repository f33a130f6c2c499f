import { HOUR_MS } from "@/tracking-service/clock/instant";
import { SCRIPT_MS, type Script } from "@/tracking-service/sources/simulation/scripts";
import type { Rng } from "@/tracking-service/sources/simulation/seeded-random";
import type { JourneyInput, Misreport } from "./plan";
import { minute } from "./voyage-timing";

/** Share of voyages and of containers for which the line first reports a wrong milestone. */
const SHARE = 0.05;

/**
 * Selects the line's wrong report for a voyage or a container, if any. It concerns one of these milestones with their
 * instants. Only milestones reported after the journey's start qualify, except for test numbers.
 */
export function misreportOf(
  input: JourneyInput,
  script: Script | null,
  events: Readonly<Record<string, number>>,
  rng: Rng,
): Misreport | null {
  const event = rng.pick(Object.keys(events));
  const hours = rng.between(1, 6);
  const later = rng.between(3, 30);
  const wanted = rng.hit(SHARE) && script === null;
  const setRightAt = input.start + SCRIPT_MS;
  const { vessel_departed: departed } = events;
  if (script === "corrected" && departed !== undefined) {
    return { event: "vessel_departed", at: minute(departed + 6 * HOUR_MS), setRightAt };
  }
  if (script === "withdrawn" && "vessel_arrived" in events) {
    return { event: "vessel_arrived", at: minute(input.start - 2 * HOUR_MS), setRightAt };
  }
  const truth = events[event] ?? 0;
  const at = minute(truth - hours * HOUR_MS);
  if (!wanted || at <= input.start) return null;
  return { event, at, setRightAt: minute(at + later * HOUR_MS) };
}

/** The reported time of an event at an instant. Null while unreported. `event` is the name of a milestone. */
export function seenAt(
  event: string | null,
  truth: number | null | undefined,
  misreports: readonly (Misreport | null)[],
  now: number,
): number | null {
  const wrong = event === null ? null : misreports.find((misreport) => misreport?.event === event);
  if (wrong && wrong.at <= now && now < wrong.setRightAt) return wrong.at;
  return truth !== null && truth !== undefined && truth <= now ? truth : null;
}
