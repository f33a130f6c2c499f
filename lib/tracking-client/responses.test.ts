import { expect, it } from "vitest";
import { retryAfterMs } from "./responses";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const MINUTE_MS = 60_000;

it.each([
  ["none", null, 0],
  ["seconds", "30", 30_000],
  ["a fraction", "1.5", 1_500],
  ["more than 15 minutes", "3600", 15 * MINUTE_MS],
  ["a number beyond all", "99999999999", 15 * MINUTE_MS],
  ["a very long number", "9".repeat(400), 15 * MINUTE_MS],
  ["a date", "Sat, 28 Nov 2026 12:02:00 GMT", 2 * MINUTE_MS],
  ["a date far ahead", "Sat, 28 Nov 2099 12:02:00 GMT", 15 * MINUTE_MS],
  ["a date in the past", "Sat, 28 Nov 2020 12:02:00 GMT", 0],
  ["an instant in seconds", String(NOW / 1_000 + 45), 45_000],
  ["a former instant in seconds", String(NOW / 1_000 - 45), 0],
  ["a negative number", "-5", 0],
  ["no number", "soon", 0],
  ["Infinity", "Infinity", 0],
])("Retry-After: %s", (_, value, expected) => {
  const headers = new Headers(value === null ? {} : { "Retry-After": value });
  expect(retryAfterMs(new Response(null, { headers }), NOW)).toBe(expected);
});
