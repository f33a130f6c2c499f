import { expect, it } from "vitest";
import { pagesBetween } from "./use-visible-pages";

/** 3 groups of 100 rows, each below its header. */
const GROUPED = {
  count: 303,
  at: (place: number) =>
    place % 101 === 0
      ? { kind: "group" as const }
      : { kind: "row" as const, index: place - Math.floor(place / 101) - 1 },
};

it("returns the pages of a range of rows", () => {
  expect(pagesBetween({ count: 1_000 }, 0, 59)).toEqual([0]);
  expect(pagesBetween({ count: 1_000 }, 59, 130)).toEqual([0, 1, 2]);
});

it("returns no page beyond the last row", () => {
  expect(pagesBetween({ count: 0 }, 0, 0)).toEqual([]);
  expect(pagesBetween({ count: 61 }, 50, 400)).toEqual([0, 1]);
});

it("does not count group headers as rows", () => {
  expect(pagesBetween(GROUPED, 0, 60)).toEqual([0]);
  expect(pagesBetween(GROUPED, 59, 61)).toEqual([0, 1]);
  expect(pagesBetween(GROUPED, 101, 101)).toEqual([]);
  expect(pagesBetween(GROUPED, 290, 900)).toEqual([4]);
});
