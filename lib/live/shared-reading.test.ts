import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sharedReading } from "./shared-reading";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("is read once for all who ask in its time, and again after it", async () => {
  let times = 0;
  const reading = sharedReading(1_000, async () => ++times);
  expect(await Promise.all([reading.current(), reading.current()])).toEqual([1, 1]);
  vi.advanceTimersByTime(999);
  expect(await reading.current()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await reading.current()).toBe(2);
});

it("is read at once when asked anew, for everybody after", async () => {
  let times = 0;
  const reading = sharedReading(1_000, async () => ++times);
  await reading.current();
  expect(await reading.anew()).toBe(2);
  expect(await reading.current()).toBe(2);
});

it("is not kept when it failed", async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue("back");
  const reading = sharedReading(1_000, read);
  await expect(reading.current()).rejects.toThrow("away");
  expect(await reading.current()).toBe("back");
});
