import {
  type AddressProblem,
  beginAddress,
  MAX_SEARCH,
  type NoteProblem,
  readSeveral,
  readText,
} from "@/lib/platform/text/query-params";
import { formatShipmentOrder, parseShipmentOrder, type ShipmentOrder } from "./sort-orders";

/** Shipment filters with one or several values, in the order of their chips. */
export const SHIPMENT_CHOICES = ["lading", "discharge", "line", "party"] as const;
export type ShipmentChoice = (typeof SHIPMENT_CHOICES)[number];

export const SHIPMENT_CHOICE_LABELS: Record<ShipmentChoice, string> = {
  lading: "Port of lading",
  discharge: "Port of discharge",
  line: "Line",
  party: "Party",
};

/** The filters of a shipment list. A shipment matches any value of one filter and must match all filters. */
export type ShipmentQuery = {
  /** Part of a BOL or reference number, or the exact number that was requested. */
  number: string;
  /** Whether tracking has stopped. Null: both. */
  stopped: "yes" | "no" | null;
  /** Ports by UN/LOCODE, lines by SCAC, parties by id. */
  choices: Readonly<Record<ShipmentChoice, readonly string[]>>;
  /**
   * First and last day (both inclusive) of the actual or expected arrival at the port of discharge, in the calendar of
   * the port.
   */
  from: string | null;
  to: string | null;
  /**
   * Null is the default order: shipments on their way with the soonest ETA first and those without ETA last, then
   * arrived or untracked ones, latest first. Other orders use the default order for equal values.
   */
  order: ShipmentOrder | null;
};

const NO_CHOICES: ShipmentQuery["choices"] = { lading: [], discharge: [], line: [], party: [] };
export const ALL_SHIPMENTS: ShipmentQuery = {
  number: "",
  stopped: null,
  choices: NO_CHOICES,
  from: null,
  to: null,
  order: null,
};

const KNOWN = new Set<string>([...SHIPMENT_CHOICES, "number", "stopped", "from", "to", "sort"]);
const LOCODE = /^[A-Z]{2}[A-Z0-9]{3}$/;
const SCAC = /^[A-Z0-9]{2,4}$/;
const EARLIEST = "1950-01-01";

/** Returns a value in the format of the records. If it is invalid, reports it and returns null. */
function readValue(id: ShipmentChoice, input: string, notify: NoteProblem): string | null {
  if (id === "party") return input;
  const value = input.trim().toUpperCase();
  const fits = id === "line" ? SCAC.test(value) : LOCODE.test(value);
  const expected = id === "line" ? "expected a SCAC, such as MAEU" : "expected a UN/LOCODE, such as USLAX";
  return fits ? value : notify(id, input, expected);
}

function readDay(place: "from" | "to", input: string | null, notify: NoteProblem): string | null {
  if (input === null || input === "") return null;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(input) ? new Date(`${input}T00:00:00Z`) : new Date(Number.NaN);
  const real = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(input);
  if (!real) return notify(place, input, "expected a date such as 2026-11-20");
  return input < EARLIEST ? notify(place, input, "too long ago") : input;
}

/**
 * Reads the address of a shipment list. Each parameter is read independently: an invalid one is not set and is reported
 * in `problems` with its position. `also` names the parameters of other readers.
 */
export function readShipmentQuery(
  params: URLSearchParams,
  also: readonly string[] = [],
): { query: ShipmentQuery; problems: AddressProblem[] } {
  const { problems, report } = beginAddress(params, { known: KNOWN, also, list: "the list of shipments" });
  const number = readText("number", params.get("number"), MAX_SEARCH, report);
  const requested = params.get("stopped");
  const stopped = requested === "yes" || requested === "no" ? requested : null;
  if (requested && requested !== "any" && !stopped) report("stopped", requested, "expected yes or no");
  const choices = { ...NO_CHOICES };
  for (const id of SHIPMENT_CHOICES)
    choices[id] = readSeveral(id, params.getAll(id), (value) => readValue(id, value, report), report);
  const from = readDay("from", params.get("from"), report);
  const to = readDay("to", params.get("to"), report);
  const turned = from !== null && to !== null && from > to;
  if (turned) report("to", to, "the end is before the start");
  const sort = params.get("sort") ?? "";
  const order = parseShipmentOrder(sort);
  if (order === undefined) report("sort", sort, "not a sortable column");
  return {
    query: {
      number,
      stopped,
      choices,
      from,
      to: turned ? null : to,
      order: order ?? null,
    },
    problems,
  };
}

/**
 * Returns the parameters of a query for the address and for the rows route. Only filters that are set are written, in a
 * fixed order.
 */
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

/** Whether any filter is set. */
export const narrowsShipments = (query: ShipmentQuery): boolean =>
  shipmentParams({ ...query, order: null }).size > 0;

/** Returns `query` without its filters. The order is kept. */
export const widenedShipments = ({ order }: ShipmentQuery): ShipmentQuery => ({ ...ALL_SHIPMENTS, order });

/** Address of the shipment list of a party. */
export const partyShipmentsHref = (partyId: string): string =>
  `/shipments?${shipmentParams({ ...ALL_SHIPMENTS, choices: { ...NO_CHOICES, party: [partyId] } })}`;

const MAX_ADDRESS = 8_000;

/** Returns the address of the list from which a shipment was opened, as passed in a link. Null when it is invalid. */
export function shipmentListAddress(from: string | undefined): string | null {
  if (!from || from.length > MAX_ADDRESS || from.includes("\0")) return null;
  return /^\/shipments(\?.*)?$/.test(from) ? from : null;
}
