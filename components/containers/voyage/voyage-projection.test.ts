import { describe, expect, it } from "vitest";
import type { Position, Voyage } from "@/lib/domain/voyage/voyage";
import { fitVoyage } from "./voyage-projection";

const [WIDTH, HEIGHT] = [352, 190];
const SHANGHAI: Position = [121.5, 31.2];
const BUSAN: Position = [129.04, 35.1];
const LONG_BEACH: Position = [-118.2, 33.75];
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

/** The x of each point of a path, and whether it starts a new segment. */
function steps(data: string) {
  return [...data.matchAll(/([ML])(-?[\d.]+),(-?[\d.]+)/g)].map(([, pen, x, y]) => ({
    lifted: pen === "M",
    x: Number(x),
    y: Number(y),
  }));
}

describe("fitVoyage", () => {
  it("draws the Pacific as one line from left to right without wrapping at the map edge", () => {
    const pacific = voyage(SHANGHAI, LOS_ANGELES);
    const projection = fitVoyage(pacific, WIDTH, HEIGHT);
    expect(projection.point(SHANGHAI).x).toBeLessThan(projection.point(LOS_ANGELES).x);
    const rendered = steps(projection.path([SHANGHAI, LOS_ANGELES]));
    expect(rendered.filter(({ lifted }) => lifted)).toHaveLength(1);
    for (const [index, { x }] of rendered.entries())
      expect(Math.abs(x - (rendered[index - 1]?.x ?? x)), "one step").toBeLessThan(30);
  });

  it("joins the service's lines that end at both sides of the antimeridian", () => {
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

  it("bends a long leg along the great circle", () => {
    const projection = fitVoyage(voyage(SHANGHAI, LOS_ANGELES), WIDTH, HEIGHT);
    const rendered = steps(projection.path([SHANGHAI, LOS_ANGELES]));
    const northmost = Math.min(...rendered.map(({ y }) => y));
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
  ] as Position[][])("keeps the whole voyage inside the drawing, case %#", (...positions) => {
    const projection = fitVoyage(voyage(...positions), WIDTH, HEIGHT);
    const rendered = [...positions.map(projection.point), ...steps(projection.path(positions))];
    for (const { x, y } of rendered) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(WIDTH);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(HEIGHT);
    }
    expect(projection.land).toMatch(/^M/);
    expect(projection.land).not.toContain("NaN");
  });

  it("renders land at both ends of the Pacific and water between, in compact path data", () => {
    const { land, point } = fitVoyage(voyage(BUSAN, LONG_BEACH), WIDTH, HEIGHT);
    const middle = point([-178, 40]);
    const coast = steps(land);
    const near = (at: { x: number; y: number }, reach: number) =>
      coast.some(({ x, y }) => Math.hypot(x - at.x, y - at.y) < reach);
    expect(near(point(BUSAN), 6)).toBe(true);
    expect(near(point(LONG_BEACH), 6)).toBe(true);
    expect(near(middle, 30)).toBe(false);
    for (const { x, y } of coast) {
      expect(Math.abs(x - WIDTH / 2)).toBeLessThanOrEqual(WIDTH / 2 + 2);
      expect(Math.abs(y - HEIGHT / 2)).toBeLessThanOrEqual(HEIGHT / 2 + 2);
    }
    expect(land).not.toMatch(/\.\d\d/);
    expect(land.length).toBeLessThan(8_000);
  });

  it("stays compact with the whole world in view", () => {
    const around = fitVoyage(voyage(SHANGHAI, [103.8, 1.2], [32.5, 29.9], ANTWERP, HOUSTON), WIDTH, HEIGHT);
    expect(around.land.length).toBeLessThan(14_000);
  });

  it.each([179.9, -179.9, 180, -180])(
    "treats a port at %d as adjacent to a port on the other side",
    (longitude) => {
      const projection = fitVoyage(voyage([longitude, 10], [-longitude, 12]), WIDTH, HEIGHT);
      const [here, there] = [projection.point([longitude, 10]), projection.point([-longitude, 12])];
      expect(Math.abs(here.x - there.x)).toBeLessThan(6);
      expect(Math.abs(here.x - WIDTH / 2)).toBeLessThan(6);
    },
  );

  it("centers a single port at regional scale without a line", () => {
    const projection = fitVoyage(voyage(HOUSTON), WIDTH, HEIGHT);
    const { x, y } = projection.point(HOUSTON);
    expect([x, y]).toEqual([WIDTH / 2, HEIGHT / 2]);
    expect(Math.abs(projection.point([-94, 29.7]).x - x)).toBeLessThan(20);
    expect(projection.path([HOUSTON])).not.toContain("L");
  });

  it("renders a map for a voyage without positions", () => {
    const projection = fitVoyage(voyage(), WIDTH, HEIGHT);
    expect(projection.path([])).toBe("");
    expect(projection.land).not.toContain("NaN");
    expect(projection.point([0, 0])).toEqual({ x: WIDTH / 2, y: HEIGHT / 2 });
  });
});
