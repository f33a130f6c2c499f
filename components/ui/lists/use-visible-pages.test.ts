import { expect, it } from "vitest";
import { pagesOf } from "./use-visible-pages";

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** 3 groups of 100 rows, each below its header. */
const GROUPED = {
  count: 303,
  at: (place: number) =>
    place % 101 === 0
      ? { kind: "group" as const }
      : { kind: "row" as const, index: place - Math.floor(place / 101) - 1 },
};

it("returns the pages of a range of rows", () => {
  expect(pagesOf({ count: 1_000 }, range(0, 39))).toEqual([0]);
  expect(pagesOf({ count: 1_000 }, range(59, 130))).toEqual([0, 1, 2]);
});

it("returns the next page from twenty rows before it, and the one before until twenty rows after it", () => {
  expect(pagesOf({ count: 1_000 }, range(0, 40))).toEqual([0, 1]);
  expect(pagesOf({ count: 1_000 }, range(79, 90))).toEqual([1, 0]);
  expect(pagesOf({ count: 1_000 }, range(80, 90))).toEqual([1]);
});

it("returns the pages of single rows far from each other", () => {
  expect(pagesOf({ count: 1_000 }, [3, 565, 625])).toEqual([0, 9, 10]);
});

it("returns no page beyond the last row", () => {
  expect(pagesOf({ count: 0 }, range(0, 0))).toEqual([]);
  expect(pagesOf({ count: 61 }, range(50, 400))).toEqual([0, 1]);
});

it("does not count group headers as rows", () => {
  expect(pagesOf(GROUPED, range(0, 40))).toEqual([0]);
  expect(pagesOf(GROUPED, range(39, 41))).toEqual([0, 1]);
  expect(pagesOf({ ...GROUPED, at: () => ({ kind: "group" }) }, range(101, 101))).toEqual([]);
  expect(pagesOf(GROUPED, range(290, 900))).toEqual([4]);
});
