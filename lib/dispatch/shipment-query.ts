import { type AddressProblem, LONGEST_SEARCH, LONGEST_VALUE, MOST_VALUES, refuse } from "./board-query";

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
};

const NO_CHOICES: ShipmentQuery["choices"] = { lading: [], discharge: [], line: [], party: [] };
export const ALL_SHIPMENTS: ShipmentQuery = {
  ...{ number: "", stopped: null, choices: NO_CHOICES },
  ...{ from: null, to: null },
};

const KNOWN = new Set<string>([...SHIPMENT_CHOICES, "number", "stopped", "from", "to"]);
const LOCODE = /^[A-Z]{2}[A-Z0-9]{3}$/;
const SCAC = /^[A-Z0-9]{2,4}$/;
const EARLIEST = "1950-01-01";

type Tell = (place: string, value: string, words: string) => null;

/** A value as the records have it; null, and told, where it can be none. */
function readValue(id: ShipmentChoice, given: string, tell: Tell): string | null {
  const wrong = refuse(given, LONGEST_VALUE);
  if (wrong) return tell(id, given, wrong);
  if (id === "party") return given;
  const value = given.trim().toUpperCase();
  const fits = id === "line" ? SCAC.test(value) : LOCODE.test(value);
  const expected = id === "line" ? "expected a SCAC, such as MAEU" : "expected a UN/LOCODE, such as USLAX";
  return fits ? value : tell(id, given, expected);
}

function readChoice(id: ShipmentChoice, given: readonly string[], tell: Tell): string[] {
  const kept = new Set<string>();
  for (const each of given.filter((value) => value !== "")) {
    const value = readValue(id, each, tell);
    if (value === null) continue;
    if (kept.size === MOST_VALUES) tell(id, each, `at most ${MOST_VALUES} values`);
    else kept.add(value);
  }
  return [...kept];
}

function readDay(place: "from" | "to", given: string | null, tell: Tell): string | null {
  if (given === null || given === "") return null;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(given) ? new Date(`${given}T00:00:00Z`) : new Date(Number.NaN);
  const real = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(given);
  if (!real) return tell(place, given, "expected a day as 2026-11-20");
  return given < EARLIEST ? tell(place, given, "too long ago") : given;
}

/**
 * Reads the address of a list of shipments. Each parameter by itself: what cannot be taken is not set, and told in
 * `problems` with the place it stands at. `also` names parameters that are somebody else's.
 */
export function readShipmentQuery(
  params: URLSearchParams,
  also: readonly string[] = [],
): { query: ShipmentQuery; problems: AddressProblem[] } {
  const problems: AddressProblem[] = [];
  const tell: Tell = (place, value, words) => {
    problems.push({ place, value, words });
    return null;
  };
  for (const name of new Set(params.keys()))
    if (!KNOWN.has(name) && !also.includes(name))
      tell(name, params.get(name) ?? "", "the list of shipments knows no such filter");
  const number = params.get("number") ?? "";
  const wrong = refuse(number, LONGEST_SEARCH);
  if (wrong) tell("number", number, wrong);
  const asked = params.get("stopped");
  const stopped = asked === "yes" || asked === "no" ? asked : null;
  if (asked && asked !== "any" && !stopped) tell("stopped", asked, "expected yes or no");
  const choices = { ...NO_CHOICES };
  for (const id of SHIPMENT_CHOICES) choices[id] = readChoice(id, params.getAll(id), tell);
  const from = readDay("from", params.get("from"), tell);
  const to = readDay("to", params.get("to"), tell);
  const turned = from !== null && to !== null && from > to;
  if (turned) tell("to", to, "the last day is before the first");
  return {
    query: { number: wrong ? "" : number.trim(), stopped, choices, from, to: turned ? null : to },
    problems,
  };
}

/** The parameters of a query, for the address as for the rows' route: only what is set, always in one order. */
export function shipmentParams({ number, stopped, choices, from, to }: ShipmentQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (number !== "") params.set("number", number);
  if (stopped) params.set("stopped", stopped);
  for (const id of SHIPMENT_CHOICES) for (const value of choices[id]) params.append(id, value);
  if (from) params.set("from", from);
  if (to) params.set("to", to);
  return params;
}

/** Whether anything narrows the list. */
export const narrowsShipments = (query: ShipmentQuery): boolean => shipmentParams(query).size > 0;

/** The address of the list of shipments of a party. */
export const partyShipmentsHref = (partyId: string): string =>
  `/shipments?${shipmentParams({ ...ALL_SHIPMENTS, choices: { ...NO_CHOICES, party: [partyId] } })}`;

const LONGEST_ADDRESS = 8_000;

/** The address of the list that a shipment was opened from, as it travelled in a link; null for what is none. */
export function shipmentListAddress(from: string | undefined): string | null {
  if (!from || from.length > LONGEST_ADDRESS || from.includes("\0")) return null;
  return /^\/shipments(\?.*)?$/.test(from) ? from : null;
}
