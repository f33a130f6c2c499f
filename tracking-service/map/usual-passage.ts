import { HOUR_MS } from "@/tracking-service/clock/instant";
import type { Position } from "@/tracking-service/geo/sphere";
import { measured, type TrackPoint, trackOf } from "@/tracking-service/geo/track";

/** Usual speed of container vessels on most routes. */
const USUAL_KNOTS = 17;

/** Expected positions of a vessel that departs now and follows this route at the usual speed. */
export function usualPassage(way: readonly Position[], now: Date): TrackPoint[] {
  const whole = measured(way);
  const leavesAt = now.getTime();
  return trackOf(whole, [0, 1], [leavesAt, leavesAt + (whole.nm / USUAL_KNOTS) * HOUR_MS]);
}
