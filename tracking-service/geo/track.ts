import { HOUR_MS, iso } from "@/tracking-service/clock/instant";
import { between, distanceNm, headingDegrees, type Position } from "./sphere";

/** A position of a vessel on its route with its actual or expected time: ISO 8601 in UTC. */
export type TrackPoint = { position: Position; headingDegrees: number; at: string };

/** A position on a route and its share (0 to 1) of the route's length. */
type Mark = { position: Position; share: number };

/** A measured route: its marks from 0 to 1, and its length. */
export type Measured = { marks: Mark[]; nm: number };

export function measured(way: readonly Position[]): Measured {
  let nm = 0;
  const sailed = way.map((position, index) => {
    nm += distanceNm(way[index - 1] ?? position, position);
    return { position, nm };
  });
  return {
    marks: sailed.map((mark) => ({ position: mark.position, share: nm === 0 ? 1 : mark.nm / nm })),
    nm,
  };
}

function markAt({ marks }: Measured, share: number): Mark[] {
  const next = marks.find((mark) => mark.share >= share);
  const before = marks.findLast((mark) => mark.share < share);
  if (!next || !before) return next ? [next] : [];
  const part = (share - before.share) / (next.share - before.share);
  return [{ position: between(before.position, next.position, part), share }];
}

/** The marks of a route between two shares, including both ends. */
function range(way: Measured, from: number, to: number): Mark[] {
  const inside = way.marks.filter(({ share }) => share > from && share < to);
  return [...markAt(way, from), ...inside, ...markAt(way, to)];
}

/** Adds instants (milliseconds UTC) to marks between two times, at constant speed. */
function timed(marks: Mark[], leavesAt: number, arrivesAt: number): TrackPoint[] {
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return [];
  const whole = last.share - first.share;
  let heading = 0;
  return marks.map(({ position, share }, index) => {
    const next = marks[index + 1];
    if (next) heading = headingDegrees(position, next.position);
    const part = whole === 0 ? 1 : (share - first.share) / whole;
    return { position, headingDegrees: heading, at: iso(leavesAt + part * (arrivesAt - leavesAt)) };
  });
}

/** The track over part of a route between two instants, milliseconds UTC. */
export function trackOf(
  way: Measured,
  [from, to]: readonly [number, number],
  [leavesAt, arrivesAt]: readonly [number, number],
): TrackPoint[] {
  return timed(range(way, from, to), leavesAt, arrivesAt);
}

const MINUTE_MS = 60_000;

/** The track with a position for every full minute from its beginning, and its end. */
export function everyMinute(track: readonly TrackPoint[]): TrackPoint[] {
  const first = Date.parse(track[0]?.at ?? "");
  return track.flatMap((point, index) => {
    const next = track[index + 1];
    if (!next) return [point];
    const [begins, ends] = [Date.parse(point.at), Date.parse(next.at)];
    const points: TrackPoint[] = [];
    const nextMinute = first + Math.ceil((begins - first) / MINUTE_MS) * MINUTE_MS;
    for (let at = nextMinute; at < ends; at += MINUTE_MS) {
      const position = between(point.position, next.position, (at - begins) / (ends - begins));
      points.push({ position, headingDegrees: point.headingDegrees, at: iso(at) });
    }
    return points;
  });
}

/** The constant speed over a route, in knots with one decimal. */
export function speedKnots({ nm }: Measured, leavesAt: number, arrivesAt: number): number {
  const hours = Math.max((arrivesAt - leavesAt) / HOUR_MS, 1);
  return Math.round((nm / hours) * 10) / 10;
}
