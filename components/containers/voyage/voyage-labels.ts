import type { Voyage } from "@/lib/domain/voyage/voyage";
import type { Point, Projection } from "./voyage-projection";

/** The name of a port, or of several whose dots would lie on one another, and where it stands on the drawing. */
export type PortLabel = { x: number; y: number; anchor: "start" | "middle" | "end"; names: string[] };

/** Dots nearer to each other than this are named together. */
const ONE_PLACE = 14;
/** How wide half a name is, about; how far below and above its port it stands, and how high it is. */
const LABEL_ROOM = 70;
const BELOW = 16;
const ABOVE = 9;
const REACH = 24;
const EDGE = 4;

/** What is drawn also: the way, bend by bend, and the vessel. */
function drawnPoints(voyage: Voyage, projection: Projection): Point[] {
  const lines = [...voyage.past, ...voyage.ahead].map((line) => projection.path(line)).join("");
  const bends = [...lines.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
  return voyage.vessel ? [...bends, projection.point(voyage.vessel.position)] : bends;
}

/** Whether a name stands below its port: where there is room, and not more of the way in its place than above. */
function standsBelow(at: Point, drawn: readonly Point[], height: number): boolean {
  if (at.y >= height - REACH) return false;
  if (at.y < REACH) return true;
  const within = (side: 1 | -1) =>
    drawn.filter(({ x, y }) => {
      const away = (y - at.y) * side;
      return Math.abs(x - at.x) < LABEL_ROOM / 2 && away > EDGE && away < REACH;
    }).length;
  return within(1) <= within(-1);
}

/** The names of a voyage's ports on a drawing of this size: inside it, and next to the way where they can be. */
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
  const drawn = drawnPoints(voyage, projection);
  return places.map(({ at, names }) => {
    const y = standsBelow(at, drawn, height) ? at.y + BELOW : at.y - ABOVE;
    if (at.x < LABEL_ROOM) return { x: Math.max(EDGE, at.x - 5), y, anchor: "start", names };
    if (at.x > width - LABEL_ROOM) return { x: Math.min(width - EDGE, at.x + 5), y, anchor: "end", names };
    return { x: at.x, y, anchor: "middle", names };
  });
}
