import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sharedReading } from "@/lib/platform/single-flight";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("shares one read among all callers within its lifetime, and reads again afterwards", async () => {
  let times = 0;
  const reading = sharedReading(1_000, async () => ++times);
  expect(await Promise.all([reading.current(), reading.current()])).toEqual([1, 1]);
  vi.advanceTimersByTime(999);
  expect(await reading.current()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await reading.current()).toBe(2);
});

it("reads again immediately on `reload`, for all later callers", async () => {
  let times = 0;
  const reading = sharedReading(1_000, async () => ++times);
  await reading.current();
  expect(await reading.reload()).toBe(2);
  expect(await reading.current()).toBe(2);
});

it("does not cache a failed read", async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue("back");
  const reading = sharedReading(1_000, read);
  await expect(reading.current()).rejects.toThrow("away");
  expect(await reading.current()).toBe("back");
});

it("runs once more for all `reload` calls during a read, and never twice at once", async () => {
  const ends: ((value: string) => void)[] = [];
  const reading = sharedReading(1_000, () => new Promise<string>((resolve) => void ends.push(resolve)));
  const first = reading.reload();
  const others = Array.from({ length: 50 }, () => reading.reload());
  expect(ends).toHaveLength(1);
  ends[0]?.("before they asked");
  expect(await first).toBe("before they asked");
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  const later = reading.reload();
  ends[1]?.("after they asked");
  expect(new Set(await Promise.all(others))).toEqual(new Set(["after they asked"]));
  await vi.waitFor(() => expect(ends).toHaveLength(3));
  ends[2]?.("last");
  expect(await later).toBe("last");
  expect(await reading.current()).toBe("last");
});

it("reads on `reload` even if the current read fails", async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue("back");
  const reading = sharedReading(1_000, read);
  const [first, second] = await Promise.allSettled([reading.reload(), reading.reload()]);
  expect(first.status).toBe("rejected");
  expect(second).toEqual({ status: "fulfilled", value: "back" });
});

it("starts another read on `reload` after a delay if the current one hangs", async () => {
  const read = vi
    .fn()
    .mockReturnValueOnce(new Promise(() => {}))
    .mockResolvedValue("answered");
  const reading = sharedReading(1_000, read);
  void reading.reload();
  const second = reading.reload();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await second).toBe("answered");
});
