import { expect, it } from "vitest";
import { repeatTable } from "./repeat-table";

const durations = ["a", "b", "c"].map((name) => ({ name, ms: 1 }));
const round = (...failures: string[]) => ({
  passed: 3 - failures.length,
  failed: failures.length,
  failures,
  durations,
});

it("counts the rounds in which a test failed, and the tests that passed in every round", () => {
  expect(repeatTable([round(), round("b"), round("c", "b"), round()]).split("\n")).toEqual([
    "failed in 2 of 4: b",
    "failed in 1 of 4: c",
    "1 of 3 tests passed in each of 4 rounds",
  ]);
});

it("names what failed outside of a test", () => {
  expect(repeatTable([round("no report was written")])).toBe(
    "failed in 1 of 1: no report was written\n3 of 3 tests passed in each of 1 rounds",
  );
});
