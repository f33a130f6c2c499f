import { HOUR_MS, localDay, localTime } from "@/tracking-service/clock/instant";
import type { Rng } from "@/tracking-service/sources/simulation/seeded-random";
import { minute } from "./voyage-timing";

/** Containers leave a gate by day. Returns the first daytime hour at or after an instant, in the zone of the place. */
export function atGateHours(zone: string, notBefore: number, rng: Rng): number {
  const day = localDay(zone, notBefore);
  const opens = localTime(zone, day, 7);
  const closes = localTime(zone, day, 16);
  if (notBefore < opens) return minute(opens + rng.between(0, 4) * HOUR_MS);
  if (notBefore < closes) return minute(notBefore + rng.between(0, 0.9) * HOUR_MS);
  return minute(localTime(zone, day + 1, 7) + rng.between(0, 6) * HOUR_MS);
}
