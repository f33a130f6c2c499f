import { expect, it } from "vitest";
import { RecentDurations } from "./recent-durations";

const MINUTE_MS = 60_000;
const START = 1_800_000_000_000;

it("sums the last hour by name, the slowest average first", () => {
  const durations = new RecentDurations();
  durations.add("quick", 10, START);
  durations.add("quick", 30, START + 5 * MINUTE_MS, true);
  durations.add("slow", 100, START + 5 * MINUTE_MS);
  expect(durations.rows(START + 5 * MINUTE_MS)).toEqual([
    { name: "slow", count: 1, failed: 0, averageMs: 100, maxMs: 100 },
    { name: "quick", count: 2, failed: 1, averageMs: 20, maxMs: 30 },
  ]);
});

it("forgets what is older than an hour", () => {
  const durations = new RecentDurations();
  durations.add("old", 10, START);
  expect(durations.rows(START + 59 * MINUTE_MS)).toHaveLength(1);
  expect(durations.rows(START + 60 * MINUTE_MS)).toEqual([]);
  durations.add("new", 10, START + 61 * MINUTE_MS);
  expect(durations.rows(START + 30 * MINUTE_MS).map(({ name }) => name)).toEqual(["new"]);
});

it("counts further names together, so that memory stays limited", () => {
  const durations = new RecentDurations();
  for (let at = 0; at < 1_000; at += 1) durations.add(`name ${at}`, 10, START);
  const rows = durations.rows(START);
  expect(rows).toHaveLength(301);
  expect(rows.find(({ name }) => name === "others")).toMatchObject({ count: 700 });
});
