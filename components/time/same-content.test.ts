import { expect, it } from "vitest";
import { sameContent } from "./same-content";

it.each([
  ["text", "text"],
  [0, 0],
  [Number.NaN, Number.NaN],
  [null, null],
  [[], []],
  [
    { tone: "late", notes: ["zone unknown"] },
    { tone: "late", notes: ["zone unknown"] },
  ],
])("equates %j and %j", (one, other) => {
  expect(sameContent(one, other)).toBe(true);
});

it.each([
  ["text", "other"],
  [0, null],
  [null, {}],
  [undefined, null],
  [["a"], ["a", "b"]],
  [
    ["a", "b"],
    ["b", "a"],
  ],
  [{ tone: "late" }, { tone: "today" }],
  [{ tone: "late" }, { tone: "late", note: "x" }],
  [{ notes: ["checked 7 h ago"] }, { notes: ["checked 8 h ago"] }],
])("distinguishes %j and %j", (one, other) => {
  expect(sameContent(one, other)).toBe(false);
});
