import { boardRow } from "@/lib/domain/board-row/board-row";
import type { Container } from "@/lib/domain/container/container-facts";
import { isPickedUp, pickupPlace } from "@/lib/domain/container/pickup";
import { type GateDay, gateDay } from "@/lib/domain/deadlines/gate-day";
import { withPlaceClock } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import type { ContainerWork } from "@/lib/features/containers/rules";

/** The planned move as a driver sees it, with what is needed to find the container at the terminal. */
export type DriverMove = {
  pickup: Moment | null;
  delivery: { at: Moment | null; address: string | null } | null;
  /** Null once the container is picked up, like `gates`. */
  yardLocation: string | null;
  gates: GateDay | null;
};

/** Returns the planned move of a container for its driver at `now`. The note of the plan is internal. */
export function driverMove(
  container: Container,
  { plan, gates }: Pick<ContainerWork, "plan" | "gates">,
  now: Date,
): DriverMove {
  const { zone } = pickupPlace(container);
  const isOut = isPickedUp(container);
  const { appointment, yardSpot } = boardRow(container);
  const address = plan.deliveryPlace.trim() || null;
  return {
    pickup: withPlaceClock(plan.pickup),
    delivery: plan.delivery || address ? { at: withPlaceClock(plan.delivery), address } : null,
    yardLocation: isOut ? null : yardSpot?.trim() || null,
    gates: isOut ? null : gateDay(gates, zone, [appointment, plan.pickup], now),
  };
}

/** The address of a map of a place. The page itself requests nothing from the map's site. */
export const mapHref = (place: string): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: place })}`;
