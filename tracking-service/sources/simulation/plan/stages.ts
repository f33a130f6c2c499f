/**
 * The stage of a shipment when its account starts. Days are counted from that start. A deadline is a calendar day at
 * the place of pickup; 0 is the current day there.
 */
export type Stage =
  | { at: "new" }
  | { at: "ship"; arrivesInDays: number }
  | { at: "terminal"; deadlineIn: number; offDock?: boolean }
  | { at: "waiting-for-rail" }
  | { at: "on-rail" }
  | { at: "ramp"; deadlineIn: number }
  | { at: "out"; daysAgo: number; delivered?: boolean }
  | { at: "returned"; daysAgo: number }
  | { at: "scattered" };

/** Sizes of consecutive shipments, repeated: 20 containers in 8 shipments. */
const SIZES = [1, 3, 2, 1, 6, 2, 1, 4] as const;
const BLOCK = 20;

const ship = (arrivesInDays: number): Stage => ({ at: "ship", arrivesInDays });
const terminal = (deadlineIn: number): Stage => ({ at: "terminal", deadlineIn });
const out = (daysAgo: number): Stage => ({ at: "out", daysAgo });

/**
 * A realistic mix of stages per block of 20 containers: 30 % at sea, 38 % at terminals, about 10 % inland, 15 % picked
 * up. A few are returned and a few have no facts yet.
 */
const MIX: readonly (readonly Stage[])[] = [
  [
    { at: "new" },
    ship(1.4),
    ship(6),
    out(1),
    ship(11),
    { at: "ramp", deadlineIn: 1 },
    terminal(0),
    terminal(1),
  ],
  [
    terminal(-1),
    terminal(3),
    out(2),
    ship(0.6),
    terminal(5),
    ship(2.4),
    { at: "returned", daysAgo: 0.6 },
    ship(15),
  ],
  [out(4), { at: "on-rail" }, ship(2.1), terminal(2), terminal(4), terminal(-2), { at: "new" }, out(3)],
  [
    ship(1.8),
    terminal(0),
    { at: "returned", daysAgo: 1.5 },
    { at: "waiting-for-rail" },
    ship(4),
    terminal(8),
    { at: "terminal", deadlineIn: 2, offDock: true },
    terminal(1),
  ],
  [
    { at: "out", daysAgo: 2, delivered: true },
    out(1.5),
    terminal(-3),
    ship(2.8),
    { at: "scattered" },
    terminal(6),
    { at: "waiting-for-rail" },
    { at: "on-rail" },
  ],
];

/** Number of containers after which the size pattern repeats. A shipment that replaces another keeps its size. */
export const SIZES_REPEAT_AFTER = BLOCK;

export type Slot = { shipment: number; position: number; size: number };

/** The shipment of a container with this index, and its position in that shipment. */
export function slotOf(index: number): Slot {
  const block = Math.floor(index / BLOCK);
  let position = index % BLOCK;
  for (const [place, size] of SIZES.entries()) {
    if (position < size) return { shipment: block * SIZES.length + place, position, size };
    position -= size;
  }
  throw new Error(`no slot for container ${index}`);
}

/** The index of the first container in a container's shipment. */
export function firstContainerOf(index: number): number {
  return index - slotOf(index).position;
}

/** The initial stage of a shipment in a seeded account. */
export function seededStage(shipment: number): Stage {
  const row = MIX[Math.floor(shipment / SIZES.length) % MIX.length];
  const stage = row?.[shipment % SIZES.length];
  if (!stage) throw new Error(`no stage for shipment ${shipment}`);
  const round = Math.floor(shipment / (SIZES.length * MIX.length));
  return stage.at === "ramp" ? { ...stage, deadlineIn: stage.deadlineIn + ((round + 1) % 4) - 2 } : stage;
}
