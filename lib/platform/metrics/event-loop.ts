import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 20;
const WINDOW_MS = 60_000;

/** By how much the event loop was late in the last full minute, or since the start when that is shorter. */
export type LoopDelay = { p99Ms: number; maxMs: number };

// The parts of a Next build load this module more than once.
const SHARED = Symbol.for("drayboard.event-loop");
type Watch = { histogram: IntervalHistogram; last: LoopDelay | null };
const held = globalThis as { [SHARED]?: Watch };

const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);

const delayIn = (histogram: IntervalHistogram): LoopDelay =>
  // Without a measurement the histogram's values are not numbers of a duration.
  histogram.count === 0
    ? { p99Ms: 0, maxMs: 0 }
    : { p99Ms: late(histogram.percentile(99)), maxMs: late(histogram.max) };

/** Starts measuring. Call it once. */
export function watchEventLoop(): void {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const watch: Watch = { histogram, last: null };
  held[SHARED] = watch;
  histogram.enable();
  setInterval(() => {
    watch.last = delayIn(histogram);
    histogram.reset();
  }, WINDOW_MS).unref();
}

/** Null when nothing is measured. */
export function readLoopDelay(): LoopDelay | null {
  const watch = held[SHARED];
  return watch ? (watch.last ?? delayIn(watch.histogram)) : null;
}
