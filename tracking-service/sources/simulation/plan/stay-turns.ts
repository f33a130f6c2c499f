import { DAY_MS, HOUR_MS, localDay, localTime } from "@/tracking-service/clock/instant";
import type { Rng } from "@/tracking-service/sources/simulation/seeded-random";
import type { Reporting } from "@/tracking-service/sources/simulation/world/terminals";
import { type Gate, nextOpenDay, openOn } from "./gate-hours";
import type { Stay } from "./plan";

type Span = { from: number; to: number; zone: string };

function yardSpot(rng: Rng): string {
  const row = String.fromCharCode(65 + rng.whole(0, 25));
  return `${row}${String(rng.whole(0, 59)).padStart(2, "0")}-${rng.whole(1, 5)}`;
}

/** Where the container stands: a container is rehandled none to three times in a stay. */
export function yardSpots({ from, to }: Span, rng: Rng): Stay["yardSpots"] {
  const moves = Array.from({ length: rng.pick([0, 0, 0, 1, 1, 2, 3]) }, () => rng.between(from, to));
  return [from, ...moves.sort((a, b) => a - b)].map((at) => ({ from: at, spot: yardSpot(rng) }));
}

/** A service of the terminal that some containers need: first reported without an amount, then posted once. */
export function serviceFee({ from }: Span, rng: Rng): Stay["service"] {
  const wanted = rng.hit(0.28);
  const reportedFrom = from + rng.between(4, 30) * HOUR_MS;
  const postedFrom = reportedFrom + rng.between(0, 20) * HOUR_MS;
  const amount = 25 + rng.whole(0, 18) * 5;
  return wanted ? { reportedFrom, postedFrom, amount } : null;
}

/** The hours in which a pickup can be booked. */
const FIRST_SLOT = 8;
const LAST_SLOT = 15;

/** The appointment before it was moved to `slot`: at another hour of that day, or of the next one with open gates. */
function otherSlot(gate: Gate, slot: number, rng: Rng): number {
  const first = localDay(gate.zone, slot) + (rng.hit(0.4) ? 1 : 0);
  const hour = rng.whole(FIRST_SLOT, LAST_SLOT);
  if (gate.former) return localTime(gate.zone, first, hour);
  const day = nextOpenDay(gate, first);
  const open = openOn(gate, day);
  const wanted = localTime(gate.zone, day, hour);
  return open ? Math.max(open.from, Math.min(wanted, open.to - HOUR_MS)) : slot;
}

/**
 * The appointments of a pickup, if the terminal uses them: made one to three days before, and sometimes moved once or
 * twice until some hours before.
 */
export function appointments(
  { from, to }: Span,
  gate: Gate,
  reporting: Reporting,
  rng: Rng,
): Stay["appointments"] {
  const wanted = reporting.appointments && !rng.hit(0.2);
  const moves = rng.pick([0, 0, 1, 1, 2]);
  const made = Math.max(from + 2 * HOUR_MS, to - rng.between(0.6, 2.8) * DAY_MS);
  const last = to - 5 * HOUR_MS;
  const slot = Math.floor(to / HOUR_MS) * HOUR_MS;
  const moved = Array.from({ length: moves }, () => rng.between(made, last)).sort((a, b) => a - b);
  const slots = moved.map(() => otherSlot(gate, slot, rng));
  if (!wanted || made >= to) return [];
  const times = made < last ? [made, ...moved] : [made];
  return times.map((at, place) => {
    const final = place === times.length - 1;
    const planned = slots[place] ?? slot;
    return { from: at, slot: final || planned <= at ? slot : planned };
  });
}

/** Until when the terminal holds a container because its demurrage is unpaid. Null when it does not. */
export function demurrageHeldUntil({ to }: Span, reporting: Reporting, rng: Rng): number | null {
  const until = to - rng.between(2, 20) * HOUR_MS;
  return rng.hit(0.3) && reporting.fees !== "none" ? until : null;
}
