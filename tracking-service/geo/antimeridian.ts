import type { Position } from "./sphere";

/** The latitude at which a line crosses the antimeridian. */
function crossingLatitude(from: Position, to: Position): number {
  const before = 180 - Math.abs(from[0]);
  const after = 180 - Math.abs(to[0]);
  const share = before + after === 0 ? 0 : before / (before + after);
  return Math.round((from[1] + (to[1] - from[1]) * share) * 1e5) / 1e5;
}

/**
 * Splits a line where it crosses the antimeridian, so that no part runs around the globe (RFC 7946, 3.1.9). Returns one
 * part without a crossing, and none for fewer than two positions.
 */
export function cutAtAntimeridian(line: readonly Position[]): Position[][] {
  const parts: Position[][] = [[]];
  let last: Position | undefined;
  for (const place of line) {
    if (last && Math.abs(place[0] - last[0]) > 180) {
      const latitude = crossingLatitude(last, place);
      const side = last[0] < 0 ? -180 : 180;
      parts.at(-1)?.push([side, latitude]);
      parts.push([[-side, latitude]]);
    }
    parts.at(-1)?.push(place);
    last = place;
  }
  return parts.filter((part) => part.length > 1);
}
