import { describe, expect, it } from "vitest";
import { formatSort, MAX_SORTS, nextSort, parseSort } from "./sort-orders";

const turned = (text: string, by: Parameters<typeof nextSort>[1], along = false) =>
  formatSort(nextSort(parseSort(text).sort, by, along));

describe("click on a header", () => {
  it.each<[string, string]>([
    ["", "eta"],
    ["eta", "-eta"],
    ["-eta", ""],
    ["line", "eta"],
    ["line,-eta", "eta"],
  ])("changes %j to %j", (before, expected) => {
    expect(turned(before, "eta")).toBe(expected);
  });

  it.each<[string, string]>([
    ["", "eta"],
    ["line", "line,eta"],
    ["line,eta", "line,-eta"],
    ["line,-eta,status", "line,status"],
    ["container,deadline,status,line", "container,deadline,status,eta"],
  ])("with shift changes %j to %j", (before, expected) => {
    expect(turned(before, "eta", true)).toBe(expected);
  });
});

it.each<[string, string[]]>([
  ["eta,,line", [""]],
  ["ETA", ["ETA"]],
  ["constructor", ["constructor"]],
  ["eta,eta", ["eta"]],
  ["number; drop table board_rows", ["number; drop table board_rows"]],
])("reports the invalid parts of %j", (text, wrong) => {
  expect(parseSort(text).wrong).toEqual(wrong);
});

it("limits the number of sort columns", () => {
  const { sort, wrong } = parseSort("container,deadline,status,line,eta");
  expect([sort.length, wrong]).toEqual([MAX_SORTS, ["eta"]]);
});
