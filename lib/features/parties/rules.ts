import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { roleRank } from "@/lib/domain/parties/party-roles";
import { partyShipmentsHref } from "@/lib/features/shipments/rules/shipment-address";

/** The container of a party with the earliest deadline. */
type UrgentContainer = Pick<BoardRow, "id" | "number" | "deadline" | "checkedAt" | "onTerminalGround">;

/** The containers and shipments of a party in one role. */
export type PartyLoad = {
  role: string;
  /** Containers that are not picked up yet. `own` of them have the role on the container itself. */
  containers: number;
  own: number;
  /** True when every one of these containers names the party as its customer. */
  named: boolean;
  urgent: UrgentContainer | null;
  /** All shipments of the party in this role, including completed ones. */
  shipments: number;
};

/** Sorts the loads by role. */
export const byRole = (loads: readonly PartyLoad[]): PartyLoad[] =>
  loads.toSorted((a, b) => roleRank(a.role) - roleRank(b.role) || (a.role < b.role ? -1 : 1));

/**
 * Address of the list of a load's containers. This is the board when one of its filters matches exactly these
 * containers, else the shipments page.
 */
export function loadHref({ id, name }: { id: string; name: string }, load: PartyLoad): string {
  if (load.own > 0 && load.own === load.containers) return `/board?carrier=${encodeURIComponent(id)}`;
  if (load.named && load.containers > 0) return `/board?customer=${encodeURIComponent(name)}`;
  return partyShipmentsHref(id);
}

/**
 * Returns the container with the earliest deadline of all loads. Null when no container has a deadline that applies.
 */
export function mostUrgent(loads: readonly PartyLoad[]): UrgentContainer | null {
  const ends = ({ deadline }: UrgentContainer) =>
    deadline.state === "applies" && deadline.governing ? Date.parse(deadline.governing.endsAt) : null;
  const dated = loads.flatMap(({ urgent }) => {
    const at = urgent && ends(urgent);
    return urgent && at !== null ? [{ urgent, at }] : [];
  });
  dated.sort((a, b) => a.at - b.at);
  return dated[0]?.urgent ?? null;
}
