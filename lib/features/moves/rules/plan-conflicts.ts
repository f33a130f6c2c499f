import { formatContainerNumber } from "@/lib/contract/container-number";
import type { GateSchedule } from "@/lib/domain/deadlines/gate-schedule";
import { activeHolds } from "@/lib/domain/readiness/holds";
import { knownZone } from "@/lib/domain/time/zoned-time";
import { foldText } from "@/lib/platform/text/fold-text";
import type { Locale } from "@/lib/platform/text/locale";
import { gatesOf, type PlanCard } from "./day-plan";
import { moveConflicts, NOTHING_PLANNED } from "./planned-move";

/** What does not fit a planned move, as messages, and what could not be checked. */
export type CardConflicts = { conflicts: string[]; notes: string[] };

/** Two moves of one driver that begin within this time are in conflict: the length of a slot of the day plan. */
const SLOT_MS = 3_600_000;

const NO_CONFLICTS: CardConflicts = { conflicts: [], notes: [] };

/** Spaces and case of a name do not matter. */
const driverKey = ({ row }: PlanCard): string => foldText((row.driver ?? "").trim()).replace(/\s+/g, " ");

/** One trip: the driver brings an empty and leaves with a container, or the moves are of the same container. */
const isOneTrip = (one: PlanCard, other: PlanCard): boolean =>
  one.row.id === other.row.id || [one.part, other.part].sort().join(" ") === "emptyReturn pickup";

/** The numbers of other containers with a move of the same driver in the same hour. */
function doubleBooked(card: PlanCard, cards: readonly PlanCard[]): string[] {
  const driver = driverKey(card);
  if (driver === "" || !card.moment) return [];
  const at = Date.parse(card.moment.at);
  return cards
    .filter(
      (other) =>
        !other.done &&
        other.moment !== null &&
        driverKey(other) === driver &&
        !isOneTrip(card, other) &&
        Math.abs(Date.parse(other.moment.at) - at) < SLOT_MS,
    )
    .map(({ row }) => formatContainerNumber(row.number));
}

function holdConflicts({ part, row }: PlanCard): string[] {
  if (part !== "pickup") return [];
  const holds = activeHolds(row.holds).map(({ name }) => name);
  return holds.length > 0 ? [`On hold: ${holds.join(", ")}.`] : [];
}

/** A delivery of a container that is still at the terminal. Once it is out, a late arrival is not reported. */
function passedDelivery({ part, row, moment }: PlanCard, now: Date): string[] {
  if (part !== "delivery" || !moment || row.gateOut !== null || row.readiness.state === "picked_up")
    return [];
  return Date.parse(moment.at) < now.getTime() ? ["Planned delivery time passed. Reschedule."] : [];
}

/** Whether the time of a pickup could be checked against the gate hours of its terminal. */
function gateNotes({ part, moment }: PlanCard, gates: GateSchedule | null): string[] {
  if (part !== "pickup" || !moment) return [];
  if (!gates || gates.hours.length === 0) return ["Gate hours not known"];
  return knownZone(moment.zone) === null ? ["Time zone unknown, gate hours not checked"] : [];
}

/**
 * The conflicts of each planned move, by the key of its card: after the last free day or outside gate hours, away from
 * the appointment, on hold, passed, or the driver has another move in the same hour. Moves that were made have none.
 * Carriers are not checked for being double-booked, because the number of their trucks is not known.
 */
export function planConflicts(
  locale: Locale,
  cards: readonly PlanCard[],
  gates: readonly GateSchedule[],
  now: Date,
): ReadonlyMap<string, CardConflicts> {
  return new Map(
    cards.map((card) => {
      if (card.done || !card.moment) return [card.key, NO_CONFLICTS];
      const { row, part, moment } = card;
      const own = gatesOf(row, gates);
      const plan = {
        ...NOTHING_PLANNED,
        pickup: row.plannedPickup,
        delivery: row.plannedDelivery,
        emptyReturn: row.plannedReturn,
      };
      const checked = knownZone(moment.zone) === null ? null : own;
      const moves = moveConflicts(locale, row, plan, checked, now)
        .filter(({ about }) => about === part)
        .map(({ text }) => text);
      const others = doubleBooked(card, cards);
      return [
        card.key,
        {
          conflicts: [
            ...moves,
            ...passedDelivery(card, now),
            ...holdConflicts(card),
            ...(others.length > 0 ? [`${row.driver} has another move then: ${others.join(", ")}.`] : []),
          ],
          notes: gateNotes(card, own),
        },
      ];
    }),
  );
}
