import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { roleRank } from "@/lib/domain/parties/party-roles";
import { partyShipmentsHref } from "@/lib/features/shipments/rules/shipment-address";

/** The container of a party whose deadline ends first. */
type UrgentContainer = Pick<BoardRow, "id" | "number" | "deadline" | "checkedAt" | "onTerminalGround">;

/** What a party has to do with in one role. */
export type PartyLoad = {
  role: string;
  /** Containers that are not picked up yet; `own` of them by a role on the container itself. */
  containers: number;
  own: number;
  /** Every one of them names the party as its customer. */
  named: boolean;
  urgent: UrgentContainer | null;
  /** All its shipments in this role, also those that are over. */
  shipments: number;
};

/** The loads in the order of their roles. */
export const byRole = (loads: readonly PartyLoad[]): PartyLoad[] =>
  loads.toSorted((a, b) => roleRank(a.role) - roleRank(b.role) || (a.role < b.role ? -1 : 1));

/**
 * Where the containers of a load are listed: on the board where it has a filter that means just them, else with their
 * shipments.
 */
export function loadHref({ id, name }: { id: string; name: string }, load: PartyLoad): string {
  if (load.own > 0 && load.own === load.containers) return `/board?carrier=${encodeURIComponent(id)}`;
  if (load.named && load.containers > 0) return `/board?customer=${encodeURIComponent(name)}`;
  return partyShipmentsHref(id);
}

/** The load whose container has the deadline that ends first; null where none has one that applies. */
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
