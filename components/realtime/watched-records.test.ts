import { expect, it } from "vitest";
import { concerns } from "./watched-records";

const NOTHING = { containers: [], shipments: [], requests: [], parties: false };

it("concerns a page only when one of its own records changed", () => {
  expect(concerns({ containers: ["a"] }, { ...NOTHING, containers: ["b"], shipments: ["a"] })).toBe(false);
  expect(concerns({ containers: ["a"] }, { ...NOTHING, containers: ["b", "a"] })).toBe(true);
  expect(concerns({ requests: "any" }, NOTHING)).toBe(false);
  expect(concerns({ requests: "any" }, { ...NOTHING, requests: ["r"] })).toBe(true);
  expect(concerns({ parties: false }, { ...NOTHING, parties: true })).toBe(false);
  expect(concerns({ parties: true }, { ...NOTHING, parties: true })).toBe(true);
  expect(concerns({}, { containers: ["a"], shipments: ["s"], requests: ["r"], parties: true })).toBe(false);
});
