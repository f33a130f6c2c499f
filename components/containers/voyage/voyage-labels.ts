import type { Position, Voyage } from "@/lib/domain/voyage/voyage";
import type { Point, Projection } from "./voyage-projection";

/** The label of a port, or of several ports with overlapping dots, and its position in the drawing. */
export type PortLabel = { x: number; y: number; anchor: "start" | "middle" | "end"; names: string[] };

/** Dots closer than this share one label. */
const ONE_PLACE = 14;
/** Approximate half width of a label, its offsets below and above the port, and its height. */
const LABEL_SPACE = 70;
const BELOW = 16;
const ABOVE = 9;
const REACH = 24;
const EDGE = 4;

/** The points of the route, bend by bend, and the vessel. */
function renderedPoints(voyage: Voyage, projection: Projection): Point[] {
  const lines = [...voyage.past, ...voyage.ahead].map((line) => projection.path(line)).join("");
  const bends = [...lines.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
  return voyage.vessel ? [...bends, projection.point(voyage.vessel.position)] : bends;
}

/**
 * Whether a label is placed below its port: if there is room, and if the route covers no more of that area than above.
 */
function isBelow(at: Point, rendered: readonly Point[], height: number): boolean {
  if (at.y >= height - REACH) return false;
  if (at.y < REACH) return true;
  const within = (side: 1 | -1) =>
    rendered.filter(({ x, y }) => {
      const away = (y - at.y) * side;
      return Math.abs(x - at.x) < LABEL_SPACE / 2 && away > EDGE && away < REACH;
    }).length;
  return within(1) <= within(-1);
}

/**
 * The labels of a voyage's ports in a drawing of this size. They are inside the drawing and avoid the route if
 * possible.
 */
export function portLabels(
  voyage: Voyage,
  projection: Projection,
  width: number,
  height: number,
): PortLabel[] {
  const places: { at: Point; names: string[] }[] = [];
  for (const { position, name } of voyage.ports) {
    const at = projection.point(position);
    const related = places.find((place) => Math.hypot(place.at.x - at.x, place.at.y - at.y) < ONE_PLACE);
    if (related) related.names.push(name);
    else places.push({ at, names: [name] });
  }
  const rendered = renderedPoints(voyage, projection);
  return places.map(({ at, names }) => {
    const y = isBelow(at, rendered, height) ? at.y + BELOW : at.y - ABOVE;
    if (at.x < LABEL_SPACE) return { x: Math.max(EDGE, at.x - 5), y, anchor: "start", names };
    if (at.x > width - LABEL_SPACE) return { x: Math.min(width - EDGE, at.x + 5), y, anchor: "end", names };
    return { x: at.x, y, anchor: "middle", names };
  });
}

/** "33.7° N, 118.3° W". */
export function positionText([longitude, latitude]: Position): string {
  const degrees = (value: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(1)}° ${value < 0 ? negative : positive}`;
  return `${degrees(latitude, ["N", "S"])}, ${degrees(longitude, ["E", "W"])}`;
}
