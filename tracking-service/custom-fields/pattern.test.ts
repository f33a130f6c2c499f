import { expect, it } from "vitest";
import { matchesPattern } from "./pattern";

it.each([
  ["^[A-Z]+$", "ABC", true],
  ["^[A-Z]+$", "AbC", false],
  ["B", "ABC", true],
  ["^\\p{L}+$", "Größe", true],
  // No JavaScript expressions.
  ["\\A[0-9]+\\z", "ABC", true],
  ["(", "ABC", true],
])("%s and %s: %s", (pattern, text, expected) => {
  return expect(matchesPattern(pattern, text)).resolves.toBe(expected);
});

it("gives up a pattern that would take for ever", async () => {
  expect(await matchesPattern("^(a+)+$", `${"a".repeat(200)}!`)).toBe(false);
});
