import { PORTS, type Port, type Region } from "./ports";

/** Days at sea from a region of lading to a region of discharge. A pair without an entry has no lane. */
const TRANSIT_DAYS: Partial<Record<Region, Partial<Record<Region, number>>>> = {
  "east-asia": {
    "us-west": 16,
    "us-east": 32,
    "us-gulf": 31,
    "canada-west": 15,
    "canada-east": 34,
  },
  "south-east-asia": {
    "us-west": 22,
    "us-east": 31,
    "us-gulf": 34,
    "canada-west": 23,
    "canada-east": 30,
  },
  india: { "us-east": 26, "us-gulf": 30, "canada-east": 24 },
  europe: { "us-east": 12, "us-gulf": 17, "us-west": 27, "canada-east": 9 },
  mediterranean: { "us-east": 15, "us-gulf": 18, "canada-east": 13 },
};

/** Transshipment ports. */
const HUBS: Partial<Record<Region, readonly string[]>> = {
  "east-asia": ["KRPUS"],
  "south-east-asia": ["SGSIN", "KRPUS"],
  india: ["LKCMB"],
  europe: ["BEANR"],
  mediterranean: ["ESVLC"],
};

/** The call frequency of each port of discharge, as weights. */
const CALLS: Readonly<Record<string, number>> = {
  USLAX: 5,
  USLGB: 5,
  USNYC: 4,
  USSAV: 4,
  USHOU: 3,
  USOAK: 3,
  USORF: 2,
  USCHS: 2,
  USSEA: 2,
  USTIW: 1,
  USMIA: 1,
  CAVAN: 2,
  CAPRR: 1,
  CAHAL: 1,
};

/** Ports of discharge, each repeated by its weight. */
export const DISCHARGE_CALLS: readonly string[] = Object.entries(CALLS).flatMap(([code, weight]) =>
  Array<string>(weight).fill(code),
);

export function transitDays(from: Port, to: Port): number | null {
  return TRANSIT_DAYS[from.region]?.[to.region] ?? null;
}

/** Ports of lading with a lane to this port of discharge. */
export function listOrigins(to: Port): Port[] {
  return PORTS.filter((from) => transitDays(from, to) !== null);
}

/** Transshipment ports for cargo from this port, excluding the port itself. */
export function listHubs(from: Port): readonly string[] {
  return (HUBS[from.region] ?? []).filter((code) => code !== from.code);
}
