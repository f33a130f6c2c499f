import type { Position } from "@/tracking-service/geo/sphere";
import { lengthNm, seaWay } from "@/tracking-service/sources/simulation/plan/sea-route";
import { hash32 } from "@/tracking-service/sources/simulation/seeded-random";
import { listHubs, transitDays } from "@/tracking-service/sources/simulation/world/lanes";
import { LINES } from "@/tracking-service/sources/simulation/world/lines";
import { type Port, requirePort } from "@/tracking-service/sources/simulation/world/ports";
import { listTerminals, type Terminal } from "@/tracking-service/sources/simulation/world/terminals";
import { listFeeders, listFleet, type Vessel } from "@/tracking-service/sources/simulation/world/vessels";

/** A call of a rotation: the day on which the ship is due, counted from the rotation's begin, and its hours in port. */
export type Call = {
  port: Port;
  day: number;
  hours: number;
  /** True for a port of lading, false for a port of discharge. */
  loads: boolean;
  /** The terminal of a port of discharge. Null where terminals are not simulated. */
  terminal: Terminal | null;
};

export type Letter = "E" | "W" | "N" | "S";

/**
 * A weekly service. Each of its ships sails the same rotation: the calls in order and back to the first one. The next
 * ship follows a week later, so that a ship begins again after as many weeks as there are ships.
 */
export type Service = {
  key: string;
  calls: readonly Call[];
  /** The direction towards the ports of discharge, as in voyage numbers. */
  letter: Letter;
  /** The hour of the week at which rotations begin, 0 to 167. */
  beginsAtHour: number;
  ships: readonly Vessel[];
};

/** A service of a line between continents. */
export type LineService = Service & { scac: string };

type Row = [scac: string, lading: string, discharge: string];

const ROWS: Row[] = [
  ["MAEU", "MYPKG SGSIN CNYTN KRPUS", "USLAX USOAK"],
  ["MAEU", "LKCMB INNSA", "USNYC USSAV"],
  ["MAEU", "DEBRV BEANR", "USNYC USORF USHOU"],
  ["MSCU", "VNVUT CNNGB CNSHA KRPUS", "USLGB USOAK"],
  ["MSCU", "VNSGN SGSIN", "USNYC USCHS USSAV"],
  ["MSCU", "ITGOA ESVLC", "USNYC USMIA"],
  ["CMDU", "VNVUT CNYTN CNSHA KRPUS", "USLAX USSEA"],
  ["CMDU", "INNSA LKCMB", "USNYC USORF"],
  ["CMDU", "NLRTM BEANR", "CAHAL USNYC"],
  ["HLCU", "CNQIN CNNGB KRPUS", "CAPRR CAVAN"],
  ["HLCU", "MYPKG SGSIN", "USHOU"],
  ["HLCU", "DEHAM BEANR", "USCHS USSAV"],
  ["ONEY", "SGSIN VNVUT KRPUS", "USLAX USOAK"],
  ["ONEY", "CNSHA KRPUS", "USSAV USORF"],
  ["ONEY", "NLRTM BEANR", "USLAX"],
  ["COSU", "CNQIN CNSHA CNNGB KRPUS", "USLGB USSEA"],
  ["COSU", "CNYTN HKHKG KRPUS", "USHOU"],
  ["COSU", "ITGOA ESVLC", "CAHAL USNYC"],
  ["EGLV", "TWKHH HKHKG CNYTN KRPUS", "USLAX USTIW"],
  ["EGLV", "CNNGB KRPUS", "USSAV USCHS USNYC"],
  ["EGLV", "DEHAM BEANR", "USHOU"],
  ["OOLU", "CNSHA CNNGB KRPUS", "USLGB USOAK"],
  ["OOLU", "VNVUT SGSIN", "CAHAL USNYC"],
  ["OOLU", "ITGOA ESVLC", "USMIA USHOU"],
  ["YMLU", "THLCH TWKHH KRPUS", "CAVAN USLGB"],
  ["YMLU", "LKCMB INNSA", "USSAV USCHS"],
  ["YMLU", "DEHAM BEANR", "USORF USSAV"],
  ["HDMU", "CNSHA KRPUS", "USLAX USTIW"],
  ["HDMU", "HKHKG CNYTN KRPUS", "USHOU USSAV"],
  ["HDMU", "NLRTM BEANR", "USNYC USMIA"],
  ["ZIMU", "VNSGN CNYTN KRPUS", "CAVAN USSEA"],
  ["ZIMU", "MYPKG LKCMB", "USNYC USSAV"],
  ["ZIMU", "ITGOA ESVLC", "USSAV USHOU"],
];

/** Lines that carry each other's containers. */
const ALLIANCES: readonly (readonly string[])[] = [
  ["MAEU", "HLCU"],
  ["MSCU", "ZIMU"],
  ["CMDU", "COSU", "EGLV", "OOLU"],
  ["ONEY", "YMLU", "HDMU"],
];

/** The lines whose ships carry the containers of a line: itself and its partners. */
export const partnersOf = (scac: string): readonly string[] =>
  ALLIANCES.find((lines) => lines.includes(scac)) ?? LINES.map((line) => line.scac);

const HOURS_TO_LOAD = 20;
const HOURS_TO_DISCHARGE = 36;
const KNOTS = 17;
/** Days added to each passage, more than ships lose or gain between two calls. */
const SLACK_DAYS = 0.6;

function wayBetween(from: Port, to: Port): readonly Position[] {
  const way = seaWay(from.code, to.code);
  if (!way) throw new Error(`no way by sea from ${from.code} to ${to.code}`);
  return way;
}

/** Days from a ship's arrival in one port to that in the next, whole days so that each port has its day of the week. */
function daysBetween(from: Port, to: Port, hours: number): number {
  const usual = lengthNm(wayBetween(from, to)) / KNOTS / 24;
  return Math.ceil(hours / 24 + Math.max(usual, transitDays(from, to) ?? 0) + SLACK_DAYS);
}

type Stop = Pick<Call, "port" | "loads" | "terminal">;

function schedule(stops: readonly Stop[]): Call[] {
  const calls: Call[] = [];
  for (const stop of stops) {
    const before = calls.at(-1);
    const day = before ? before.day + daysBetween(before.port, stop.port, before.hours) : 0;
    calls.push({ ...stop, day, hours: stop.loads ? HOURS_TO_LOAD : HOURS_TO_DISCHARGE });
  }
  return calls;
}

/** The weeks of a rotation, and so its ships: until the ship is back in the first port. */
function weeksOf(calls: readonly Call[]): number {
  const [first, last] = [calls[0], calls.at(-1)];
  if (!first || !last) return 1;
  const back = lengthNm(wayBetween(last.port, first.port)) / KNOTS / 24;
  return Math.ceil((last.day + last.hours / 24 + back + 2 * SLACK_DAYS) / 7);
}

/** Nautical miles made good along a line: to the east and to the north. */
function madeGood(way: readonly Position[]): { east: number; north: number } {
  let [east, north] = [0, 0];
  for (const [place, [longitude, latitude]] of way.entries()) {
    const [beforeLongitude, beforeLatitude] = way[place - 1] ?? [longitude, latitude];
    const turned = ((longitude - beforeLongitude + 540) % 360) - 180;
    east += turned * 60 * Math.cos((latitude * Math.PI) / 180);
    north += (latitude - beforeLatitude) * 60;
  }
  return { east, north };
}

/** The direction of a passage as voyage numbers name it. Between continents it is east or west. */
export function letterOf(from: Port, to: Port, continents: boolean): Letter {
  const { east, north } = madeGood(wayBetween(from, to));
  if (continents || Math.abs(east) >= Math.abs(north)) return east > 0 ? "E" : "W";
  return north > 0 ? "N" : "S";
}

/** Hands out ships: each to one service. */
function shipsFrom(ships: readonly Vessel[]) {
  let taken = 0;
  return (count: number, key: string): readonly Vessel[] => {
    const some = ships.slice(taken, taken + count);
    taken += count;
    if (some.length < count) throw new Error(`no ships left for ${key}`);
    return some;
  };
}

const portsOf = (codes: string) => codes.split(" ").map(requirePort);

function lineServices(): LineService[] {
  const fleets = new Map(LINES.map(({ scac }) => [scac, shipsFrom(listFleet(scac))]));
  const callsAt = new Map<string, number>();
  /** Services that call at a port take turns at its terminals. */
  const nextTerminal = (code: string): Terminal | null => {
    const turn = callsAt.get(code) ?? 0;
    callsAt.set(code, turn + 1);
    const terminals = listTerminals(code);
    return terminals[turn % terminals.length] ?? null;
  };
  return ROWS.map(([scac, lading, discharge]) => {
    const key = `${scac} ${lading} ${discharge}`;
    const [from, to] = [portsOf(lading), portsOf(discharge)];
    const [last, first] = [from.at(-1), to[0]];
    const take = fleets.get(scac);
    if (!last || !first || !take) throw new Error(`no ports or ships of ${key}`);
    const calls = schedule([
      ...from.map((port) => ({ port, loads: true, terminal: null })),
      ...to.map((port) => ({ port, loads: false, terminal: nextTerminal(port.code) })),
    ]);
    const ships = take(weeksOf(calls), key);
    return { key, scac, calls, letter: letterOf(last, first, true), beginsAtHour: hash32(key) % 168, ships };
  });
}

/** One service from each port of lading to each of its transshipment ports. */
function feederServices(lines: readonly Service[]): Service[] {
  const loading = lines.flatMap(({ calls }) => calls.filter(({ loads }) => loads).map(({ port }) => port));
  const take = shipsFrom(listFeeders());
  return [...new Set(loading)].flatMap((port) =>
    listHubs(port).map((code) => {
      const hub = requirePort(code);
      const key = `feeder ${port.code} ${code}`;
      const calls = schedule([
        { port, loads: true, terminal: null },
        { port: hub, loads: false, terminal: null },
      ]);
      const ships = take(weeksOf(calls), key);
      return { key, calls, letter: letterOf(port, hub, false), beginsAtHour: hash32(key) % 168, ships };
    }),
  );
}

export const LINE_SERVICES: readonly LineService[] = lineServices();
export const FEEDER_SERVICES: readonly Service[] = feederServices(LINE_SERVICES);
