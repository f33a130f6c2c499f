import { expect, it } from "vitest";
import { SharedCounts } from "./shared-counts";

/** A count that a test ends. */
function openCount() {
  let begun = 0;
  let end: (counted: number) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const counted = new Promise<number>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const count = () => {
    begun += 1;
    return counted;
  };
  return {
    count,
    end: (value: number) => end(value),
    fail: (error: Error) => fail(error),
    begun: () => begun,
  };
}

const pass = () => new Promise((resolve) => setImmediate(resolve));

it("runs three counts at once, the next when one ended or failed", async () => {
  const counts = new SharedCounts();
  const all = ["a", "b", "c", "d", "e"].map((key) => {
    const one = openCount();
    return { ...one, result: counts.count(key, one.count).catch((error: Error) => error.message) };
  });
  await pass();
  expect(all.map(({ begun }) => begun())).toEqual([1, 1, 1, 0, 0]);
  all[1]?.end(2);
  all[2]?.fail(new Error("canceled"));
  await pass();
  expect(all.map(({ begun }) => begun())).toEqual([1, 1, 1, 1, 1]);
  for (const [at, { end }] of all.entries()) end(at);
  expect(await Promise.all(all.map(({ result }) => result))).toEqual([0, 2, "canceled", 3, 4]);
});

it("shares a count that waits, and not one that has begun", async () => {
  const counts = new SharedCounts();
  const [first, second, third] = [openCount(), openCount(), openCount()];
  const results = [counts.count("held", first.count), counts.count("held", second.count)];
  await pass();
  results.push(counts.count("held", third.count));
  await pass();
  expect([first.begun(), second.begun(), third.begun()]).toEqual([1, 0, 1]);
  first.end(1);
  third.end(3);
  expect(await Promise.all(results)).toEqual([1, 1, 3]);
});
