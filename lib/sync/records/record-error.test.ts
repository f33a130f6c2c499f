import { expect, it } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { Silences } from "./record-error";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const minutes = (count: number) => NOW + count * 60_000;
const silent = new AppError("service_unreachable", "The tracking service is not responding.");
const refused = new AppError("refused_by_service", "No.");

it("pauses for 15 minutes after three consecutive records without a response, and again after one more", () => {
  const silences = new Silences();
  for (const error of [silent, silent, null, silent, silent, refused, silent, silent])
    silences.note(error, NOW);
  expect(silences.rests(NOW)).toBe(false);
  silences.note(silent, NOW);
  expect(silences.rests(minutes(14))).toBe(true);
  expect(silences.rests(minutes(15))).toBe(false);
  silences.note(silent, minutes(15));
  expect(silences.rests(minutes(29))).toBe(true);
  silences.note(null, minutes(30));
  silences.note(silent, minutes(31));
  expect(silences.rests(minutes(31))).toBe(false);
});
