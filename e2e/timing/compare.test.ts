import { expect, it } from "vitest";
import { openRng } from "@/lib/platform/seeded-random";
import { compare, timeInTurns } from "./compare";

/** Realistic times: most are similar, some are much longer. */
function times(count: number, more: number, seed: number): number[] {
  const rng = openRng(seed);
  return Array.from({ length: count }, () => 1 + more + rng.between(0, 0.2) + (rng.hit(0.05) ? 5 : 0));
}

it("finds no difference between equal distributions", () => {
  for (const seed of [1, 2, 3, 4, 5])
    expect(compare(times(1_000, 0, seed), times(1_000, 0, seed + 100)).within, String(seed)).toBe(true);
});

it("finds a difference smaller than the spread of the times", () => {
  const { within, difference } = compare(times(1_000, 0.05, 1), times(1_000, 0, 2));
  expect(within).toBe(false);
  expect(difference).toBeCloseTo(0.05, 1);
  expect(compare(times(10_000, 0.03, 1), times(10_000, 0, 2)).within).toBe(false);
});

it("runs each kind equally often, in random order", async () => {
  const attempted: string[] = [];
  const kind = (name: string) => ({ name, try: async () => attempted.push(name) });
  const samples = await timeInTurns([kind("a"), kind("b"), kind("c")], 40);
  expect([...samples.values()].map(({ length }) => length)).toEqual([40, 40, 40]);
  const firsts = attempted.filter((_, at) => at % 3 === 0);
  expect(new Set(firsts).size).toBe(3);
});
