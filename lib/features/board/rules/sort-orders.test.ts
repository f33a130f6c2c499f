import { describe, expect, it } from "vitest";
import { formatSort, MOST_SORTS, nextSort, parseSort } from "./sort-orders";

const turned = (text: string, by: Parameters<typeof nextSort>[1], along = false) =>
  formatSort(nextSort(parseSort(text).sort, by, along));

describe("a click on a header", () => {
  it.each<[string, string]>([
    ["", "eta"],
    ["eta", "-eta"],
    ["-eta", ""],
    ["line", "eta"],
    ["line,-eta", "eta"],
  ])("on %j gives %j", (before, expected) => {
    expect(turned(before, "eta")).toBe(expected);
  });

  it.each<[string, string]>([
    ["", "eta"],
    ["line", "line,eta"],
    ["line,eta", "line,-eta"],
    ["line,-eta,status", "line,status"],
    ["container,deadline,status,line", "container,deadline,status,eta"],
  ])("with shift on %j gives %j", (before, expected) => {
    expect(turned(before, "eta", true)).toBe(expected);
  });
});

it.each<[string, string[]]>([
  ["eta,,line", [""]],
  ["ETA", ["ETA"]],
  ["constructor", ["constructor"]],
  ["eta,eta", ["eta"]],
  ["number; drop table board_rows", ["number; drop table board_rows"]],
])("does not take %j whole", (text, wrong) => {
  expect(parseSort(text).wrong).toEqual(wrong);
});

it("goes by no more columns than one can follow", () => {
  const { sort, wrong } = parseSort("container,deadline,status,line,eta");
  expect([sort.length, wrong]).toEqual([MOST_SORTS, ["eta"]]);
});
