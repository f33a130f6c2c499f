import { z } from "zod";
import { type Hold, holdSchema } from "@/lib/contract/container";
import type { Container, HoldPlace } from "@/lib/domain/container/container-facts";
import { fullOut } from "@/lib/domain/container/journey";
import { isPickedUp, pickupPlace } from "@/lib/domain/container/pickup";
import { holdZone, sameHold } from "@/lib/domain/readiness/hold-follow-up";
import { type ContainerHistory, type PastChange, type Reported, retrace } from "./field-history";

const LISTS = ["holds_at_pod_terminal", "ind_facility_holds"] as const;
export const HOLD_FIELDS: ReadonlySet<string> = new Set(LISTS);

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

/** Whether the terminal's list was the rail ramp's when it first had a hold: the container had arrived there. */
function isPlacedInland(container: Container, from: string): boolean {
  const { ind_ata_at: arrived, ind_rail_unloaded_at: unloaded } = container.attributes;
  const since = arrived ?? unloaded;
  return since ? Date.parse(from) >= Date.parse(since) : false;
}

/** Whether both lists have the hold, which counts once. */
const isRepeated = ({ name, to }: HoldSpan, before: readonly HoldSpan[]): boolean =>
  to === null && before.some((span) => span.to === null && sameHold(span.name, name));

/**
 * Returns all holds of a container with their placement and release. A hold of the port ends when its list lacks it,
 * also past the port. One still listed at the pickup ends with it.
 */
export function holdSpans(container: Container, past: ContainerHistory): HoldSpan[] {
  const spans = LISTS.flatMap((field) => {
    const isTerminal = field === "holds_at_pod_terminal";
    const isCurrent = !isPickedUp(container) && (isTerminal || pickupPlace(container).inland);
    const reported = retrace(container.attributes[field] ?? [], past, new Set([field]), {
      undo,
      read: (holds) => holds,
    });
    return spansOf(reported).map((span): HoldSpan => {
      const place = !isTerminal || isPlacedInland(container, span.from) ? "inland" : "port";
      const left = fullOut(container)?.at ?? reported.at(-1)?.at ?? span.from;
      const ended =
        span.to ?? (isCurrent ? null : Date.parse(left) > Date.parse(span.from) ? left : span.from);
      return { ...span, place, zone: holdZone(container, place), to: ended };
    });
  });
  return spans.filter((span, index) => !isRepeated(span, spans.slice(0, index)));
}
