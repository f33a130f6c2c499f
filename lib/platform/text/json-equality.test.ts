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
])("%j and %j say the same", (one, other) => {
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
])("%j and %j do not", (one, other) => {
  expect(sameFacts(one, other)).toBe(false);
  expect(sameFacts(other, one)).toBe(false);
});
