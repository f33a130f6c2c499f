import { describe, expect, it } from "vitest";
import { cutAtAntimeridian } from "@/tracking-service/geo/antimeridian";
import { between, distanceNm, headingDegrees, type Position } from "@/tracking-service/geo/sphere";
import { listHubs, listOrigins, transitDays } from "@/tracking-service/sources/simulation/world/lanes";
import { PORTS } from "@/tracking-service/sources/simulation/world/ports";
import { seaWay } from "./sea-route";

/** Areas well inside the continents, deliberately coarse: rows of [longitude, latitude]. */
const INLAND: Record<string, Position[]> = {
  "North America": [
    [-120.5, 48.5],
    [-120.5, 40],
    [-117.5, 36],
    [-113, 33.5],
    [-104.5, 26],
    [-99.5, 20],
    [-99, 30.5],
    [-90.5, 31.5],
    [-83.5, 32.5],
    [-78.5, 37.5],
    [-75.5, 42],
    [-80, 50],
    [-115, 56],
  ],
  "South America": [
    [-76, 3],
    [-72, 9],
    [-60, 5],
    [-45, -8],
    [-60, -30],
    [-72, -15],
  ],
  Africa: [
    [-7, 31],
    [0, 34.5],
    [8, 34.5],
    [15, 29.5],
    [31, 28.5],
    [36, 15],
    [41, 8],
    [36, -10],
    [20, -30],
    [12, 5],
    [-8, 8],
    [-14, 20],
  ],
  Arabia: [
    [40, 27],
    [44, 16],
    [53, 18],
    [55, 22.5],
    [47, 27],
  ],
  Asia: [
    [75, 28],
    [75, 17],
    [78.3, 11],
    [79, 17],
    [84, 21],
    [90, 25],
    [96, 18.5],
    [99.2, 17],
    [106, 13.5],
    [106, 22],
    [115, 25],
    [118.5, 31],
    [116.5, 39],
    [127, 45],
    [90, 50],
  ],
  Iberia: [
    [-7.5, 42.3],
    [-7.5, 38.5],
    [-5, 37.2],
    [-2.5, 38],
    [-1, 41],
    [-3.5, 42.8],
  ],
  Europe: [
    [-0.5, 47.5],
    [2, 43.8],
    [7, 45],
    [11, 46],
    [16, 50],
    [11, 52.5],
    [5.5, 51],
    [3, 49.8],
  ],
  Japan: [
    [133, 34.8],
    [138, 35.6],
    [140.3, 37],
    [141, 39.5],
    [140.4, 39.5],
    [138.5, 36.6],
    [136, 35.4],
  ],
  Honshu: [
    [140.4, 38],
    [141.2, 39.3],
    [140.6, 40.5],
    [140.3, 39],
  ],
  Florida: [
    [-81.9, 28.9],
    [-81.9, 27.2],
    [-81, 26.4],
    [-81, 28],
  ],
  Cuba: [
    [-82, 22.7],
    [-77, 20.9],
    [-75.5, 20.5],
    [-78.5, 22],
  ],
};

function inside([x, y]: Position, ring: readonly Position[]): boolean {
  let within = false;
  for (const [index, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring.at(index - 1) ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

const landAt = (place: Position) => Object.keys(INLAND).find((name) => inside(place, INLAND[name] ?? []));

const lanes = PORTS.flatMap((to) =>
  listOrigins(to).flatMap((from) => [
    { from: from.code, to: to.code, days: transitDays(from, to) ?? 0 },
    ...listHubs(from).flatMap((hub) => [
      { from: from.code, to: hub, days: null },
      { from: hub, to: to.code, days: null },
    ]),
  ]),
);

const length = (way: readonly Position[]) =>
  way.reduce((sum, place, index) => sum + distanceNm(way[index - 1] ?? place, place), 0);

describe("sea routes", () => {
  it("lead from port to port at a vessel's speed without crossing land", () => {
    expect(lanes.length).toBeGreaterThan(100);
    for (const { from, to, days } of lanes) {
      const way = seaWay(from, to);
      expect(way, `${from} to ${to}`).not.toBeNull();
      if (!way) continue;
      const start = PORTS.find(({ code }) => code === from);
      expect(way[0]).toEqual([start?.longitude, start?.latitude]);
      const ashore = way.find((place) => landAt(place) !== undefined);
      expect(ashore, `${from} to ${to} over ${ashore && landAt(ashore)}`).toBeUndefined();
      const longest = Math.max(...way.slice(1).map((place, index) => distanceNm(way[index] ?? place, place)));
      expect(longest).toBeLessThan(41);
      if (days === null) continue;
      const knots = length(way) / days / 24;
      expect(knots, `${from} to ${to}`).toBeGreaterThan(8);
      expect(knots, `${from} to ${to}`).toBeLessThan(22);
    }
  });

  it.each([
    ["CNSHA", "USLAX", 5_700, 6_000],
    ["CNSHA", "USNYC", 10_500, 11_000],
    ["SGSIN", "USNYC", 10_000, 10_500],
    ["NLRTM", "USHOU", 5_000, 5_400],
  ])("from %s to %s have realistic lengths", (from, to, min, max) => {
    const nm = length(seaWay(from, to) ?? []);
    expect(nm).toBeGreaterThan(min);
    expect(nm).toBeLessThan(max);
  });

  it("use Suez or Panama, and cross the Pacific at the antimeridian", () => {
    const passes = (from: string, to: string, [x, y]: Position) =>
      (seaWay(from, to) ?? []).some((place) => distanceNm(place, [x, y]) < 30);
    expect(passes("INNSA", "USNYC", [32.35, 30.5])).toBe(true);
    expect(passes("CNSHA", "USNYC", [-79.7, 9])).toBe(true);
    expect(passes("DEHAM", "USLAX", [-79.7, 9])).toBe(true);
    expect(cutAtAntimeridian(seaWay("KRPUS", "USSEA") ?? [])).toHaveLength(2);
    expect(cutAtAntimeridian(seaWay("NLRTM", "USNYC") ?? [])).toHaveLength(1);
  });

  it("are null for an unknown port", () => {
    expect(seaWay("CNSHA", "XXXXX")).toBeNull();
    expect(seaWay("dateLine", "USLAX")).toBeNull();
  });
});

describe("the antimeridian", () => {
  it("splits a line that ends and begins on it", () => {
    const [west, east] = cutAtAntimeridian([
      [179, 10],
      [-179, 12],
    ]);
    expect(west).toEqual([
      [179, 10],
      [180, 11],
    ]);
    expect(east).toEqual([
      [-180, 11],
      [-179, 12],
    ]);
  });

  it.each([[[]], [[[179, 10]]]] as Position[][][])("returns no line for %j", (line) => {
    expect(cutAtAntimeridian(line)).toEqual([]);
  });

  it("leaves no jump in any part of the longest route", () => {
    for (const part of cutAtAntimeridian(seaWay("CNSHA", "USNYC") ?? [])) {
      for (const [index, [x]] of part.entries()) {
        expect(Math.abs(x - (part[index - 1]?.[0] ?? x))).toBeLessThan(10);
      }
    }
  });
});

describe("the globe", () => {
  it("computes distance, midpoint and heading", () => {
    expect(distanceNm([0, 0], [1, 0])).toBeCloseTo(60.04, 1);
    expect(between([170, 0], [-170, 0], 0.5)[0]).toBe(180);
    expect(headingDegrees([0, 0], [0, 1])).toBe(0);
    expect(headingDegrees([0, 0], [1, 0])).toBe(90);
    expect(headingDegrees([-179.5, 0], [179.5, 0])).toBe(270);
    expect(between([5, 5], [5, 5], 0.3)).toEqual([5, 5]);
  });
});
