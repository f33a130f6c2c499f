import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RollingWindow } from "./rolling-window";

const WINDOW_MS = 60_000;

/** Asserts that no span of `windowMs` contains more than `size` of the sorted instants. */
function expectKept(admitted: number[], size: number) {
  for (let index = size; index < admitted.length; index += 1) {
    const span = (admitted[index] ?? 0) - (admitted[index - size] ?? 0);
    expect(span).toBeGreaterThanOrEqual(WINDOW_MS);
  }
}

/** Milliseconds in steps of 1/1024. Their sums and differences are exact, so rounding never makes a span too short. */
const exactMs = (max: number) => fc.integer({ min: 0, max: max * 1024 }).map((steps) => steps / 1024);

describe("RollingWindow", () => {
  it("never gives a reserved slot to another client", () => {
    const window = new RollingWindow(1, WINDOW_MS);
    expect(window.ask(0)).toBeNull();
    expect(window.ask(100.5)).toBe(60);
    // The slot is free from 60,000 and reserved for the client whose wait ends at 60,100.5.
    expect(window.ask(60_050)).not.toBeNull();
    expect(window.ask(60_100.5)).toBeNull();
  });

  it("releases a reserved slot when its client does not return", () => {
    const window = new RollingWindow(1, WINDOW_MS);
    window.ask(0);
    expect(window.ask(30_000)).toBe(31);
    expect(window.ask(62_001)).toBeNull();
  });

  it("is blocked for one window at most when a storm of clients never returns", () => {
    const window = new RollingWindow(10, WINDOW_MS);
    for (let at = 0; at < 5_000; at += 1) window.ask(at);
    expect(window.ask(2 * WINDOW_MS)).toBeNull();
    expect(window.isOver(2 * WINDOW_MS + 1)).toBe(false);
    expect(window.isOver(3 * WINDOW_MS)).toBe(true);
  });

  it("keeps the limit and every reservation in any order of requests", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(exactMs(15_000), { minLength: 1, maxLength: 60 }),
        exactMs(2),
        (size, pauses, early) => {
          const window = new RollingWindow(size, WINDOW_MS);
          const admitted: number[] = [];
          const waiting: number[] = [];
          const comeBack = (until: number) => {
            waiting.sort((a, b) => a - b);
            while ((waiting[0] ?? Number.POSITIVE_INFINITY) <= until) {
              const at = waiting.shift() ?? 0;
              expect(window.ask(at)).toBeNull();
              admitted.push(at);
            }
          };
          let at = 0;
          for (const pause of pauses) {
            at += pause % 3 < 1 ? 0 : pause;
            comeBack(at);
            // A request in the last moments before a reservation is due would use that reservation. The test skips it.
            if (waiting.length >= size || (waiting[0] ?? Number.POSITIVE_INFINITY) - at <= 4) continue;
            const seconds = window.ask(at);
            if (seconds === null) admitted.push(at);
            else {
              expect(seconds).toBeGreaterThanOrEqual(1);
              waiting.push(at + seconds * 1000 - early);
            }
          }
          comeBack(Number.MAX_SAFE_INTEGER);
          expectKept(admitted, size);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("keeps the limit for any client behavior", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 300 }),
        (size, pauses) => {
          const window = new RollingWindow(size, WINDOW_MS);
          const admitted: number[] = [];
          let at = 0;
          for (const pause of pauses) {
            at += pause;
            if (window.ask(at) === null) admitted.push(at);
          }
          expectKept(admitted, size);
        },
      ),
    );
  });

  it("checks a window of a million as fast as a small one", () => {
    const window = new RollingWindow(1_000_000, WINDOW_MS);
    const begun = performance.now();
    for (let request = 0; request < 300_000; request += 1) window.ask(request / 10);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
