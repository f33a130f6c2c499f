import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RollingWindow } from "./rolling-window";

const WINDOW_MS = 60_000;

/** No `windowMs` holds more than `size` of the instants, which are in order. */
function expectKept(admitted: number[], size: number) {
  for (let index = size; index < admitted.length; index += 1) {
    const span = (admitted[index] ?? 0) - (admitted[index - size] ?? 0);
    expect(span).toBeGreaterThanOrEqual(WINDOW_MS);
  }
}

/** Milliseconds in steps of 1/1024: sums and differences of them are exact, so a span is never a rounding too short. */
const exactMs = (max: number) => fc.integer({ min: 0, max: max * 1024 }).map((steps) => steps / 1024);

describe("RollingWindow", () => {
  it("lets nobody take the place that was promised to another", () => {
    const window = new RollingWindow(1, WINDOW_MS);
    expect(window.ask(0)).toBeNull();
    expect(window.ask(100.5)).toBe(60);
    // The place is free since 60,000, and kept for the one who was reported to come at 60,100.5.
    expect(window.ask(60_050)).not.toBeNull();
    expect(window.ask(60_100.5)).toBeNull();
  });

  it("gives a promised place to others when its client stays away", () => {
    const window = new RollingWindow(1, WINDOW_MS);
    window.ask(0);
    expect(window.ask(30_000)).toBe(31);
    expect(window.ask(62_001)).toBeNull();
  });

  it("is not blocked beyond a window by a storm that nobody comes back from", () => {
    const window = new RollingWindow(10, WINDOW_MS);
    for (let at = 0; at < 5_000; at += 1) window.ask(at);
    expect(window.ask(2 * WINDOW_MS)).toBeNull();
    expect(window.isOver(2 * WINDOW_MS + 1)).toBe(false);
    expect(window.isOver(3 * WINDOW_MS)).toBe(true);
  });

  it("keeps the limit and every promise, whoever comes when", () => {
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
            // Who comes in the last moment before a promise is due is taken for the one it was made to.
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

  it("keeps the limit whatever clients do", () => {
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

  it("asks a window of a million in no more time than a small one", () => {
    const window = new RollingWindow(1_000_000, WINDOW_MS);
    const begun = performance.now();
    for (let request = 0; request < 300_000; request += 1) window.ask(request / 10);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
