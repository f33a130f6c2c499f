import {
  type AddressProblem,
  beginAddress,
  LONGEST_SEARCH,
  readSeveral,
  readText,
  type Tell,
} from "@/lib/platform/text/query-params";
import { formatShipmentOrder, parseShipmentOrder, type ShipmentOrder } from "./sort-orders";

/** Filters of the shipments that take one or several values, in the order of their chips. */
export const SHIPMENT_CHOICES = ["lading", "discharge", "line", "party"] as const;
export type ShipmentChoice = (typeof SHIPMENT_CHOICES)[number];

export const SHIPMENT_CHOICE_LABELS: Record<ShipmentChoice, string> = {
  lading: "Port of lading",
  discharge: "Port of discharge",
  line: "Line",
  party: "Party",
};

/** What a list of shipments is narrowed to: of several values of one filter any, of several filters all. */
export type ShipmentQuery = {
  /** Part of a BOL or reference, or the number that was asked for. */
  number: string;
  /** Whether tracking has stopped; null: either. */
  stopped: "yes" | "no" | null;
  /** Ports by UN/LOCODE, lines by SCAC, parties by id. */
  choices: Readonly<Record<ShipmentChoice, readonly string[]>>;
  /** Arrived or expected at the port of discharge from one day to another, both included, by the port's own calendar. */
  from: string | null;
  to: string | null;
  /**
   * Null, the list's own order: what is on its way, the soonest ETA first, those without ETA last; after them what arrived
   * or is no longer tracked, the latest first. Of equals in any other order the list's own decides.
   */
  order: ShipmentOrder | null;
};

const NO_CHOICES: ShipmentQuery["choices"] = { lading: [], discharge: [], line: [], party: [] };
export const ALL_SHIPMENTS: ShipmentQuery = {
  ...{ number: "", stopped: null, choices: NO_CHOICES },
  ...{ from: null, to: null, order: null },
};

const KNOWN = new Set<string>([...SHIPMENT_CHOICES, "number", "stopped", "from", "to", "sort"]);
const LOCODE = /^[A-Z]{2}[A-Z0-9]{3}$/;
const SCAC = /^[A-Z0-9]{2,4}$/;
const EARLIEST = "1950-01-01";

/** A value as the records have it; null, and reported, where it can be none. */
function readValue(id: ShipmentChoice, given: string, tell: Tell): string | null {
  if (id === "party") return given;
  const value = given.trim().toUpperCase();
  const fits = id === "line" ? SCAC.test(value) : LOCODE.test(value);
  const expected = id === "line" ? "expected a SCAC, such as MAEU" : "expected a UN/LOCODE, such as USLAX";
  return fits ? value : tell(id, given, expected);
}

function readDay(place: "from" | "to", given: string | null, tell: Tell): string | null {
  if (given === null || given === "") return null;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(given) ? new Date(`${given}T00:00:00Z`) : new Date(Number.NaN);
  const real = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(given);
  if (!real) return tell(place, given, "expected a day as 2026-11-20");
  return given < EARLIEST ? tell(place, given, "too long ago") : given;
}

/**
 * Reads the address of a list of shipments. Each parameter by itself: what cannot be taken is not set, and reported in
 * `problems` with the place it stands at. `also` names parameters that are somebody else's.
 */
export function readShipmentQuery(
  params: URLSearchParams,
  also: readonly string[] = [],
): { query: ShipmentQuery; problems: AddressProblem[] } {
  const { problems, tell } = beginAddress(params, { known: KNOWN, also, list: "the list of shipments" });
  const number = readText("number", params.get("number"), LONGEST_SEARCH, tell);
  const asked = params.get("stopped");
  const stopped = asked === "yes" || asked === "no" ? asked : null;
  if (asked && asked !== "any" && !stopped) tell("stopped", asked, "expected yes or no");
  const choices = { ...NO_CHOICES };
  for (const id of SHIPMENT_CHOICES)
    choices[id] = readSeveral(id, params.getAll(id), (value) => readValue(id, value, tell), tell);
  const from = readDay("from", params.get("from"), tell);
  const to = readDay("to", params.get("to"), tell);
  const turned = from !== null && to !== null && from > to;
  if (turned) tell("to", to, "the last day is before the first");
  const sort = params.get("sort") ?? "";
  const order = parseShipmentOrder(sort);
  if (order === undefined) tell("sort", sort, "not something that shipments can be sorted by");
  return {
    query: {
      number,
      ...{ stopped, choices, from, to: turned ? null : to },
      order: order ?? null,
    },
    problems,
  };
}

/** The parameters of a query, for the address as for the rows' route: only what is set, always in one order. */
export function shipmentParams(query: ShipmentQuery): URLSearchParams {
  const { number, stopped, choices, from, to, order } = query;
  const params = new URLSearchParams();
  if (number !== "") params.set("number", number);
  if (stopped) params.set("stopped", stopped);
  for (const id of SHIPMENT_CHOICES) for (const value of choices[id]) params.append(id, value);
  if (from) params.set("from", from);
  if (to) params.set("to", to);
  if (order) params.set("sort", formatShipmentOrder(order));
  return params;
}

/** Whether anything narrows the list. */
export const narrowsShipments = (query: ShipmentQuery): boolean =>
  shipmentParams({ ...query, order: null }).size > 0;

/** As `query` without what narrows it: its order stays. */
export const widenedShipments = ({ order }: ShipmentQuery): ShipmentQuery => ({ ...ALL_SHIPMENTS, order });

/** The address of the list of shipments of a party. */
export const partyShipmentsHref = (partyId: string): string =>
  `/shipments?${shipmentParams({ ...ALL_SHIPMENTS, choices: { ...NO_CHOICES, party: [partyId] } })}`;

const LONGEST_ADDRESS = 8_000;

/** The address of the list that a shipment was opened from, as it travelled in a link; null for what is none. */
export function shipmentListAddress(from: string | undefined): string | null {
  if (!from || from.length > LONGEST_ADDRESS || from.includes("\0")) return null;
  return /^\/shipments(\?.*)?$/.test(from) ? from : null;
}
