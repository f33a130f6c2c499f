import { expect, it } from "vitest";
import { retryAfterMs } from "./retry-after";

const NOW = new Date("2026-11-21T09:00:00Z");

it.each<[string | undefined, number | null]>([
  ["1", 1_000],
  [" 120 ", 120_000],
  ["86400", 3_600_000],
  ["Sat, 21 Nov 2026 09:00:30 GMT", 30_000],
  ["Sun, 22 Nov 2026 09:00:30 GMT", 3_600_000],
  ["Sat, 21 Nov 2026 08:00:00 GMT", null],
  ["0", null],
  ["-1", null],
  ["soon", null],
  ["", null],
  [undefined, null],
])("Retry-After '%s' requests %s ms", (value, ms) => {
  expect(retryAfterMs(value, NOW)).toBe(ms);
});
