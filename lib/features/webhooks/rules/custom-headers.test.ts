import { describe, expect, it } from "vitest";
import { MAX_HEADERS, requireHeaders, type WantedHeader } from "./custom-headers";

const HELD = [
  { name: "Authorization", value: "Bearer kept" },
  { name: "X-Team", value: "imports" },
];
const stored = (name: string): WantedHeader => ({ name, value: null });

describe("requireHeaders", () => {
  it("is undefined when no header changed", () => {
    expect(requireHeaders([stored("Authorization"), stored("X-Team")], HELD)).toBeUndefined();
    expect(requireHeaders([], [])).toBeUndefined();
  });

  it("keeps the values that were not entered", () => {
    expect(requireHeaders([stored("X-Team"), { name: " X-New ", value: " a b " }], HELD)).toEqual([
      { name: "X-Team", value: "imports" },
      { name: "X-New", value: "a b" },
    ]);
    expect(requireHeaders([{ name: "Authorization", value: "Bearer new" }, stored("X-Team")], HELD)).toEqual([
      { name: "Authorization", value: "Bearer new" },
      { name: "X-Team", value: "imports" },
    ]);
    expect(requireHeaders([], HELD)).toEqual([]);
  });
});

it.each<[string, WantedHeader[], string, RegExp]>([
  ["without a name", [{ name: " ", value: "x" }], "headers/0/name", /Enter a header name/],
  ["of two words", [{ name: "X Team", value: "x" }], "headers/0/name", /Use letters, digits and dashes only/],
  [
    "that ends a line",
    [{ name: "X-Team\r\nHost", value: "x" }],
    "headers/0/name",
    /Use letters, digits and dashes only/,
  ],
  [
    "named twice",
    [stored("X-Team"), { name: "x-team", value: "x" }],
    "headers/1/name",
    /This name is already used/,
  ],
  ["without a value", [{ name: "X-New", value: " " }], "headers/0/value", /^Enter a value/],
  ["of two lines", [{ name: "X-New", value: "a\nHost: b" }], "headers/0/value", /one line/],
  ["beyond ASCII", [{ name: "X-New", value: "größer" }], "headers/0/value", /ASCII/],
  ["kept that is gone", [stored("X-Gone")], "headers/0/value", /Another user removed this header/],
  [
    "one too many",
    Array.from({ length: MAX_HEADERS + 1 }, (_, at) => ({ name: `X-${at}`, value: "x" })),
    "headers",
    /At most 20/,
  ],
])("rejects a header %s with an error at its field", (_, wanted, pointer, text) => {
  expect(() => requireHeaders(wanted, HELD)).toThrow(
    expect.objectContaining({
      code: "bad_input",
      details: [{ pointer, message: expect.stringMatching(text) }],
    }),
  );
});
