import { describe, expect, it } from "vitest";
import type { Position, Voyage } from "@/lib/domain/voyage/voyage";
import { portLabels, positionText } from "./voyage-labels";
import type { Projection } from "./voyage-projection";

const [WIDTH, HEIGHT] = [300, 200];
/** Positions are already drawing coordinates. */
const flat: Projection = {
  point: ([x, y]) => ({ x, y }),
  path: (line) => line.map(([x, y]) => `${x},${y}`).join("L"),
  land: "",
};
const port = (name: string, position: Position) => ({
  label: "",
  name,
  position,
  arrives: null,
  arrived: null,
  departs: null,
  departed: null,
});
const voyage = (ports: Voyage["ports"], past: Position[] = []): Voyage => ({
  ports,
  vessel: null,
  past: past.length > 0 ? [past] : [],
  ahead: [],
});
const labels = (input: Voyage) => portLabels(input, flat, WIDTH, HEIGHT);

describe("port labels", () => {
  it("are below the port, or above it where the route runs below", () => {
    const way = (y: number): Position[] => [
      [150, 100],
      [160, y],
      [170, y],
    ];
    const at = port("Genoa", [150, 100]);
    expect(labels(voyage([at]))).toEqual([{ x: 150, y: 116, anchor: "middle", names: ["Genoa"] }]);
    expect(labels(voyage([at], way(112)))[0]?.y).toBe(91);
    expect(labels(voyage([at], way(88)))[0]?.y).toBe(116);
  });

  it("leave room for the vessel", () => {
    const vessel = { name: "V", voyage: null, position: [152, 114] as const, speed: null, seenAt: null };
    expect(labels({ ...voyage([port("Genoa", [150, 100])]), vessel })[0]?.y).toBe(91);
  });

  it.each([
    [[150, 190], { y: 181 }],
    [[150, 5], { y: 21 }],
    [[8, 100], { x: 4, anchor: "start" }],
    [[297, 100], { x: 296, anchor: "end" }],
  ] as [Position, object][])("stay inside the drawing at %o", (position, label) => {
    const crowd: Position[] = [
      [position[0], position[1] + 10],
      [position[0], position[1] - 10],
      [position[0], position[1] - 12],
    ];
    expect(labels(voyage([port("Port", position)], crowd))[0]).toMatchObject(label);
  });

  it("are merged where the ports' dots would overlap", () => {
    const input = [port("Los Angeles", [50, 50]), port("Long Beach", [55, 52]), port("Oakland", [90, 40])];
    expect(labels(voyage(input)).map(({ names }) => names)).toEqual([
      ["Los Angeles", "Long Beach"],
      ["Oakland"],
    ]);
  });

  it("are empty without ports", () => {
    expect(labels(voyage([]))).toEqual([]);
  });
});

it("writes a position with one decimal and its directions", () => {
  expect(positionText([-118.26, 33.74])).toBe("33.7° N, 118.3° W");
  expect(positionText([151.2, -33.9])).toBe("33.9° S, 151.2° E");
});
