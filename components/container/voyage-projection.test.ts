import { describe, expect, it } from "vitest";
import type { Position, Voyage } from "@/lib/dispatch/voyage";
import { fitVoyage, middleLongitude } from "./voyage-projection";

const [WIDTH, HEIGHT] = [352, 190];
const SHANGHAI: Position = [121.5, 31.2];
const LOS_ANGELES: Position = [-118.3, 33.7];
const ANTWERP: Position = [4.4, 51.2];
const HOUSTON: Position = [-95, 29.7];

const voyage = (...positions: Position[]): Voyage => ({
  ports: positions.map((position, index) => ({
    label: `P${index}`,
    name: `Port ${index}`,
    position,
    arrives: null,
    arrived: null,
    departs: null,
    departed: null,
  })),
  vessel: null,
  past: positions.length > 1 ? [positions] : [],
  ahead: [],
});

/** The x of every place of a path, and whether the pen was lifted to go there. */
function steps(data: string) {
  return [...data.matchAll(/([ML])(-?[\d.]+) (-?[\d.]+)/g)].map(([, pen, x, y]) => ({
    lifted: pen === "M",
    x: Number(x),
    y: Number(y),
  }));
}

describe("middleLongitude", () => {
  it.each([
    [[121.5, -118.3], -178.4],
    [[170, -170], 180],
    [[4.4, -95], -45.3],
    [[10], 10],
    [[-179, 179, 180], 180],
  ])("of %o is %d", (longitudes, middle) => {
    expect(Math.abs(middleLongitude(longitudes)) * Math.sign(middle)).toBeCloseTo(middle, 5);
  });

  it("does not fail without any", () => {
    expect(middleLongitude([])).toBe(0);
  });
});

describe("fitVoyage", () => {
  it("draws the Pacific in one line, from left to right, without crossing the map", () => {
    const pacific = voyage(SHANGHAI, LOS_ANGELES);
    const projection = fitVoyage(pacific, WIDTH, HEIGHT);
    expect(projection.point(SHANGHAI).x).toBeLessThan(projection.point(LOS_ANGELES).x);
    const drawn = steps(projection.path([SHANGHAI, LOS_ANGELES]));
    expect(drawn.filter(({ lifted }) => lifted)).toHaveLength(1);
    for (const [index, { x }] of drawn.entries())
      expect(Math.abs(x - (drawn[index - 1]?.x ?? x)), "one step").toBeLessThan(30);
  });

  it("takes the service's lines that end at the antimeridian on either side for one way", () => {
    const split: Voyage = {
      ...voyage(SHANGHAI, LOS_ANGELES),
      past: [
        [SHANGHAI, [160, 42], [180, 45]],
        [[-180, 45], [-150, 42], LOS_ANGELES],
      ],
    };
    const projection = fitVoyage(split, WIDTH, HEIGHT);
    const [first, second] = split.past.map((line) => steps(projection.path(line)));
    expect(first?.at(-1)?.x).toBeCloseTo(second?.[0]?.x ?? 0, 0);
    expect(split.past.map(projection.path).join("").match(/M/g)).toHaveLength(2);
  });

  it("bends a long way along the great circle", () => {
    const projection = fitVoyage(voyage(SHANGHAI, LOS_ANGELES), WIDTH, HEIGHT);
    const drawn = steps(projection.path([SHANGHAI, LOS_ANGELES]));
    const northmost = Math.min(...drawn.map(({ y }) => y));
    expect(northmost).toBeLessThan(
      Math.min(projection.point(SHANGHAI).y, projection.point(LOS_ANGELES).y) - 15,
    );
  });

  it.each([
    [ANTWERP, HOUSTON],
    [SHANGHAI, LOS_ANGELES, HOUSTON],
    [HOUSTON],
    [
      [0, 89],
      [179, -89],
    ],
    [
      [10, 0],
      [-170, 0],
    ],
  ] as Position[][])("keeps all of it on the drawing, case %#", (...positions) => {
    const projection = fitVoyage(voyage(...positions), WIDTH, HEIGHT);
    const drawn = [...positions.map(projection.point), ...steps(projection.path(positions))];
    for (const { x, y } of drawn) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(WIDTH);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(HEIGHT);
    }
    expect(projection.graticule).toMatch(/^M/);
    expect(projection.graticule).not.toContain("NaN");
  });
});
