import { geoDistance, geoInterpolate } from "d3-geo";
import { describe, expect, it } from "vitest";
import atlas from "world-atlas/land-50m.json";
import { landTest, readLand } from "@/lib/domain/voyage/land";
import type { Position, Voyage } from "@/lib/domain/voyage/voyage";
import { SEA_LANES } from "./sea-lanes";
import { seaRoute, voyageAlongLanes } from "./sea-route";

const EARTH_RADIUS_KM = 6_371;
/** Ports of all coasts, by UN/LOCODE: [longitude, latitude]. */
const PORTS: Readonly<Record<string, Position>> = {
  INMUN: [69.7, 22.74],
  INNSA: [72.95, 18.95],
  INMAA: [80.3, 13.1],
  LKCMB: [79.85, 6.95],
  PKKHI: [66.98, 24.83],
  BDCGP: [91.8, 22.3],
  AEJEA: [55.05, 25.0],
  SADMM: [50.2, 26.5],
  SAJED: [39.15, 21.47],
  EGALY: [29.87, 31.18],
  ILHFA: [35.0, 32.82],
  TRMER: [34.64, 36.8],
  GRPIR: [23.62, 37.94],
  ROCND: [28.65, 44.1],
  UAODS: [30.75, 46.5],
  ITGOA: [8.9, 44.4],
  ITTRS: [13.75, 45.63],
  ESVLC: [-0.31, 39.44],
  MAPTM: [-5.5, 35.88],
  PTLIS: [-9.1, 38.7],
  GBFXT: [1.3, 51.95],
  GBLIV: [-3.02, 53.45],
  BEANR: [4.3, 51.3],
  NLRTM: [4.05, 51.95],
  DEHAM: [9.95, 53.53],
  PLGDN: [18.7, 54.4],
  RULED: [30.2, 59.9],
  FIHEL: [25.0, 60.15],
  SEGOT: [11.85, 57.7],
  NOOSL: [10.73, 59.9],
  CNSHA: [121.8, 31.2],
  CNYTN: [114.27, 22.57],
  CNTXG: [117.8, 38.98],
  CNTAO: [120.3, 36.05],
  KRPUS: [129.05, 35.1],
  JPTYO: [139.8, 35.6],
  JPUKB: [135.25, 34.67],
  TWKHH: [120.3, 22.6],
  VNSGN: [106.75, 10.75],
  VNHPH: [106.7, 20.87],
  THLCH: [100.9, 13.08],
  SGSIN: [103.8, 1.26],
  MYPKG: [101.35, 3.0],
  IDJKT: [106.88, -6.1],
  PHMNL: [120.95, 14.6],
  AUSYD: [151.2, -33.97],
  AUMEL: [144.9, -37.85],
  AUFRE: [115.74, -32.05],
  NZAKL: [174.78, -36.84],
  ZADUR: [31.03, -29.87],
  ZACPT: [18.43, -33.9],
  KEMBA: [39.65, -4.05],
  NGLOS: [3.37, 6.43],
  SNDKR: [-17.43, 14.68],
  USSAV: [-81.1, 32.08],
  USNYC: [-74.05, 40.67],
  USHOU: [-95.0, 29.68],
  USMIA: [-80.17, 25.77],
  USLAX: [-118.26, 33.74],
  USOAK: [-122.32, 37.8],
  USSEA: [-122.35, 47.6],
  USANC: [-149.9, 61.23],
  USHNL: [-157.87, 21.31],
  CAHAL: [-63.57, 44.65],
  CAVAN: [-123.1, 49.29],
  CAPRR: [-130.35, 54.3],
  MXZLO: [-104.3, 19.06],
  MXVER: [-96.13, 19.2],
  PAMIT: [-79.88, 9.37],
  COCTG: [-75.52, 10.4],
  JMKIN: [-76.83, 17.98],
  PRSJU: [-66.1, 18.43],
  BRSSZ: [-46.3, -23.96],
  BRSUA: [-34.95, -8.4],
  ARBUE: [-58.37, -34.58],
  CLSAI: [-71.62, -33.58],
  PECLL: [-77.15, -12.05],
  ECGYE: [-79.9, -2.28],
};

/** Canals, straits and gulfs that the coast at low resolution closes: west, south, east, north. */
const NARROWS: readonly (readonly [number, number, number, number])[] = [
  [32, 27.3, 34.5, 31.7], // Gulf of Suez, Suez Canal
  [-80.2, 8.6, -79.3, 9.6], // Panama Canal
  [25.9, 39.9, 29.5, 41.5], // Dardanelles, Bosporus
  [8.2, 53.7, 10.6, 54.7], // Elbe, Kiel Canal
  [140.5, 41.2, 141.5, 41.9], // Tsugaru Strait
  [-6, 35.7, -5, 36.3], // Strait of Gibraltar
  [-134, 51, -130, 54.7], // Hecate Strait
];

const inNarrows = ([x, y]: Position) =>
  NARROWS.some(([west, south, east, north]) => x >= west && x <= east && y >= south && y <= north);
const drawn = ([longitude, latitude]: Position): [number, number] => [longitude, latitude];
const distanceKm = (a: Position, b: Position) => geoDistance(drawn(a), drawn(b)) * EARTH_RADIUS_KM;

const isLand = landTest(readLand(atlas));

/** The positions on land of a line, sampled at least every `everyKm`. Narrows do not count. */
function onLand(line: readonly Position[], everyKm: number): Position[] {
  return line.flatMap((position, at) => {
    const before = line[at - 1];
    if (!before) return [];
    const parts = Math.max(2, Math.ceil(distanceKm(before, position) / everyKm));
    const way = geoInterpolate(drawn(before), drawn(position));
    return Array.from({ length: parts }, (_, part): Position => {
      const [x = 0, y = 0] = way(part / parts);
      return [x, y];
    }).filter((sample) => isLand(sample) && !inNarrows(sample));
  });
}

describe("sea lanes", () => {
  it("have no leg over land", () => {
    const wrong = [...SEA_LANES].flatMap(([name, { position, next }]) =>
      next
        .filter((other) => other > name)
        .flatMap((other) => {
          const end = SEA_LANES.get(other)?.position;
          const hits = end ? onLand([position, end], 8) : [position];
          // A leg over an ocean may touch an atoll.
          return hits.length > (end && distanceKm(position, end) > 4_000 ? 1 : 0)
            ? [`${name} to ${other}: ${hits[0]?.map((degrees) => degrees.toFixed(1))}`]
            : [];
        }),
    );
    expect(wrong).toEqual([]);
  });

  it("connect every node with every other", () => {
    const reached = new Set(["suez"]);
    for (const name of reached) for (const next of SEA_LANES.get(name)?.next ?? []) reached.add(next);
    expect([...SEA_LANES.keys()].filter((name) => !reached.has(name))).toEqual([]);
  });
});

describe("the route of a ship", () => {
  const port = (code: string): Position => PORTS[code] ?? expect.fail(`no port ${code}`);
  const passes = (route: readonly Position[], node: string) => {
    const position = SEA_LANES.get(node)?.position;
    return route.some((each) => each === position);
  };

  it.each([
    ["INMUN", "USSAV", ["babElMandeb", "suez", "gibraltar"]],
    ["INNSA", "USNYC", ["suez", "gibraltar"]],
    ["CNSHA", "USLAX", []],
    ["CNSHA", "USSAV", ["gatun"]],
    ["SGSIN", "USNYC", ["suez"]],
    ["SGSIN", "USLAX", []],
    ["NLRTM", "USHOU", []],
    ["ITGOA", "USNYC", ["gibraltar"]],
    ["BRSSZ", "CNSHA", ["agulhas"]],
    ["CLSAI", "NLRTM", ["gatun"]],
    ["UAODS", "ESVLC", ["bosporusNorth", "dardanelles"]],
    ["AUSYD", "USLAX", []],
  ])("from %s to %s passes %j", (from, to, nodes) => {
    const route = seaRoute(port(from), port(to));
    expect(nodes.filter((node) => !passes(route, node))).toEqual([]);
    expect([route[0], route.at(-1)]).toEqual([port(from), port(to)]);
  });

  it("has the usual length", () => {
    const lengthKm = (from: string, to: string) =>
      seaRoute(port(from), port(to)).reduce(
        (sum, position, at, route) => sum + distanceKm(route[at - 1] ?? position, position),
        0,
      );
    // Nautical miles of published distance tables, times 1.852.
    expect(lengthKm("CNSHA", "USLAX")).toBeGreaterThan(10_300);
    expect(lengthKm("CNSHA", "USLAX")).toBeLessThan(11_300);
    expect(lengthKm("SGSIN", "NLRTM")).toBeGreaterThan(14_700);
    expect(lengthKm("SGSIN", "NLRTM")).toBeLessThan(16_000);
    expect(lengthKm("NLRTM", "USNYC")).toBeLessThan(6_700);
  });

  it("crosses no land between ports of all coasts", () => {
    const codes = Object.keys(PORTS);
    // The legs between nodes are tested above.
    const legs = new Map<string, { leg: Position[]; ports: string }>();
    for (const [at, from] of codes.entries())
      for (const to of codes.slice(at + 1).filter((_, other) => other % 3 === 0)) {
        const route = seaRoute(port(from), port(to));
        for (const leg of [route.slice(0, 2), route.slice(-2)])
          legs.set(leg.flat().join(" "), { leg, ports: `${from} to ${to}` });
      }
    const isPort = (position: Position) => codes.some((code) => port(code) === position);
    const wrong = [...legs.values()].flatMap(({ leg, ports }) => {
      const ends = leg.filter(isPort);
      const far = (sample: Position) => ends.every((end) => distanceKm(sample, end) > 80);
      const [sample] = onLand(leg, 5).filter(far);
      return sample ? [`${ports}: ${sample.map((degrees) => degrees.toFixed(1))}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it("takes the place of straight lines of a voyage", () => {
    const line = [port("INMUN"), port("LKCMB"), port("USSAV")];
    const voyage: Voyage = { ports: [], vessel: null, past: [line], ahead: [] };
    const [past = []] = voyageAlongLanes(voyage).past;
    for (const position of line) expect(past).toContainEqual(position);
    expect(past.length).toBeGreaterThan(20);
    expect(onLand(past, 20).filter((sample) => line.every((end) => distanceKm(sample, end) > 130))).toEqual(
      [],
    );
  });
});
