import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sharedReading } from "@/lib/platform/single-flight";

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

it("asked anew by many, runs once more for all who asked while it ran, and never twice at once", async () => {
  const ends: ((value: string) => void)[] = [];
  const reading = sharedReading(1_000, () => new Promise<string>((resolve) => void ends.push(resolve)));
  const first = reading.anew();
  const others = Array.from({ length: 50 }, () => reading.anew());
  expect(ends).toHaveLength(1);
  ends[0]?.("before they asked");
  expect(await first).toBe("before they asked");
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  const later = reading.anew();
  ends[1]?.("after they asked");
  expect(new Set(await Promise.all(others))).toEqual(new Set(["after they asked"]));
  await vi.waitFor(() => expect(ends).toHaveLength(3));
  ends[2]?.("last");
  expect(await later).toBe("last");
  expect(await reading.current()).toBe("last");
});

it("asked anew while one runs that fails, is read all the same", async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue("back");
  const reading = sharedReading(1_000, read);
  const [first, second] = await Promise.allSettled([reading.anew(), reading.anew()]);
  expect(first.status).toBe("rejected");
  expect(second).toEqual({ status: "fulfilled", value: "back" });
});

it("asked anew while one hangs, is read next to it after a while", async () => {
  const read = vi
    .fn()
    .mockReturnValueOnce(new Promise(() => {}))
    .mockResolvedValue("answered");
  const reading = sharedReading(1_000, read);
  void reading.anew();
  const second = reading.anew();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await second).toBe("answered");
});
