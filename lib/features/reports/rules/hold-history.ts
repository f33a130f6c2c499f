import { z } from "zod";
import { type Hold, holdSchema } from "@/lib/contract/container";
import type { Container, HoldPlace } from "@/lib/domain/container/container-facts";
import { fullOut } from "@/lib/domain/container/journey";
import { currentHoldPlace, holdZone, sameHold } from "@/lib/domain/readiness/hold-follow-up";
import { currentHolds } from "@/lib/domain/readiness/holds";
import { type ContainerHistory, type PastChange, type Reported, retrace } from "./field-history";

const PLACES: readonly { place: HoldPlace; field: "holds_at_pod_terminal" | "ind_facility_holds" }[] = [
  { place: "port", field: "holds_at_pod_terminal" },
  { place: "inland", field: "ind_facility_holds" },
];
export const HOLD_FIELDS: ReadonlySet<string> = new Set(PLACES.map(({ field }) => field));

/** A hold of a container from placement to release. `to` is null while the hold is active. Times are UTC text. */
export type HoldSpan = {
  place: HoldPlace;
  name: string;
  /** Last reported status: "hold" or "pending". */
  status: string;
  zone: string | null;
  from: string;
  /** False when the hold existed when Drayboard first saw the container. It may then be older. */
  reportedPlace: boolean;
  to: string | null;
};

const listSchema = z.array(holdSchema).catch([]);
const undo = (_: readonly Hold[], changes: readonly PastChange[]): readonly Hold[] =>
  listSchema.parse(changes.at(-1)?.before ?? []);

/** Keeps one hold per name. A blocking hold has priority over a pending one. */
function byName(holds: readonly Hold[]): Hold[] {
  const stored = new Map<string, Hold>();
  for (const hold of holds) {
    const key = hold.name.trim().toLowerCase();
    if (stored.get(key)?.status !== "hold") stored.set(key, hold);
  }
  return [...stored.values()];
}

function spansOf(reported: readonly Reported<readonly Hold[]>[]): Omit<HoldSpan, "place" | "zone">[] {
  const spans: Omit<HoldSpan, "place" | "zone">[] = [];
  for (const [index, { at, value }] of reported.entries()) {
    const holds = byName(value);
    for (const span of spans)
      if (span.to === null && !holds.some(({ name }) => sameHold(name, span.name))) span.to = at;
    for (const { name, status } of holds) {
      const open = spans.find((span) => span.to === null && sameHold(span.name, name));
      if (open) open.status = status;
      else spans.push({ name: name.trim(), status, from: at, reportedPlace: index > 0, to: null });
    }
  }
  return spans;
}

/** Returns when a container left the location of these holds, as far as known. */
function leftAt(container: Container, place: HoldPlace): string | null {
  const { pod_rail_loaded_at: railed, pod_full_out_at: out } = container.attributes;
  return (place === "port" ? (railed ?? out) : null) ?? fullOut(container)?.at ?? null;
}

/**
 * Returns all holds of a container with their placement and release. A hold still listed for a location that the
 * container has left ends when the container left.
 */
export function holdSpans(container: Container, past: ContainerHistory): HoldSpan[] {
  const state = currentHolds(container);
  return PLACES.flatMap(({ place, field }) => {
    const reported = retrace(container.attributes[field] ?? [], past, new Set([field]), {
      undo,
      read: (holds) => holds,
    });
    const isValid = (name: string) =>
      place === currentHoldPlace(container) && state.some((hold) => sameHold(hold.name, name));
    return spansOf(reported).map((span) => {
      const left = leftAt(container, place) ?? reported.at(-1)?.at ?? span.from;
      const ended =
        span.to ?? (isValid(span.name) ? null : Date.parse(left) > Date.parse(span.from) ? left : span.from);
      return { ...span, place, zone: holdZone(container, place), to: ended };
    });
  });
}
