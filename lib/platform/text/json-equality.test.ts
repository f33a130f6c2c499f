import { expect, it } from "vitest";
import { sameFacts } from "./json-equality";

it.each<[unknown, unknown]>([
  [
    { a: 1, b: [{ c: null }] },
    { b: [{ c: undefined }], a: 1 },
  ],
  [null, undefined],
  [{ note: null }, {}],
  [[], []],
  ["x", "x"],
])("treats %j and %j as equal", (one, other) => {
  expect(sameFacts(one, other)).toBe(true);
  expect(sameFacts(other, one)).toBe(true);
});

it.each<[unknown, unknown]>([
  [{ a: 1 }, { a: 2 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, null]],
  [[], {}],
  [null, {}],
  [0, null],
  ["", null],
  [{ a: [] }, { a: null }],
])("treats %j and %j as different", (one, other) => {
  expect(sameFacts(one, other)).toBe(false);
  expect(sameFacts(other, one)).toBe(false);
});
