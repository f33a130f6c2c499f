import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { roleLabel, roleRank } from "@/lib/domain/parties/party-roles";
import { partyShipmentsHref } from "@/lib/features/shipments/rules/shipment-address";
import { counted } from "@/lib/platform/text/counted";

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

/** Whether an assignment replaces the assigned parties by default: it does when exactly one is assigned. */
export const replacesByDefault = (assigned: number): boolean => assigned === 1;

/** The contact of a party at its dispatch office. "" for what is not known. `version` counts the saved contacts, 0 means none. */
export type PartyContact = {
  dispatchOffice: string;
  phone: string;
  email: string;
  note: string;
  version: number;
};

export const NO_CONTACT: PartyContact = { dispatchOffice: "", phone: "", email: "", note: "", version: 0 };

/** Returns the mailto: address of an email address. */
export const mailHref = (email: string): string => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

/** The counts of a merge, before it starts. */
export type MergePreview = {
  /** The number of containers and shipments per role that the other party takes over. */
  roles: { role: string; containers: number; shipments: number }[];
  /** The number of tracking requests that keep the merged party as their customer. */
  requests: number;
  /** The number of customer users who see the merged party's containers, but not those of the other one. */
  customers: number;
};

/**
 * Returns the party that took over a merged party's roles, also over several merges. Itself for any other party.
 */
export function mergedParty(
  parties: readonly { id: string; mergedInto: string | null }[],
  id: string,
): string {
  const into = new Map(parties.map((party) => [party.id, party.mergedInto]));
  let current = id;
  for (let steps = 0; steps < parties.length; steps += 1) {
    const next = into.get(current);
    if (!next) break;
    current = next;
  }
  return current;
}

type Merged = { from: string; into: string };

/** Returns why customer users keep a merge from starting. */
export const customersText = (customers: number, { from, into }: Merged): string =>
  `${counted(customers, "customer user sees", "customer users see")} containers of ${from} and not of ${into}. An admin must give them ${into} first, under Settings → Users.`;

/** Returns the effects of a merge as sentences, shown to the user before it starts. */
export function mergeWarnings(
  { roles, requests, customers }: MergePreview,
  { from, into }: Merged,
): string[] {
  if (customers > 0) return [customersText(customers, { from, into })];
  const moved = roles.map(({ role, containers, shipments }) => {
    const parts = [
      containers > 0 ? counted(containers, "container") : "",
      shipments > 0 ? counted(shipments, "shipment") : "",
    ];
    return `${roleLabel(role)}: ${parts.filter(Boolean).join(", ")}.`;
  });
  return [
    moved.length > 0 ? `${into} takes over the roles of ${from}:` : `${from} has no roles.`,
    ...moved,
    ...(requests > 0
      ? [
          `${counted(requests, "tracking request keeps", "tracking requests keep")} ${from} as customer. The service can’t change that.`,
        ]
      : []),
    `${from} is archived. Undo the job to restore it.`,
  ];
}
