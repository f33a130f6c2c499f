/** The time of every section: a Wednesday morning at the terminals of Los Angeles. Set before any other module runs. */
export const NOW = Date.parse("2026-11-18T17:00:00Z");

const SystemDate = Date;
let passed = (): number => 0;

/** Lets the time pass from now on, for what waits by the clock. Returns a function that fixes it again. */
export function letTimePass(): () => void {
  const from = performance.now();
  passed = () => performance.now() - from;
  return () => {
    passed = () => 0;
  };
}

/** A `Date` that stands still, unless a test lets it pass. Timers run as usual. */
class FixedDate extends SystemDate {
  constructor(...args: [] | [number | string | Date]) {
    if (args.length === 0) super(FixedDate.now());
    else super(...args);
  }
  static override now(): number {
    return NOW + Math.floor(passed());
  }
}

Reflect.set(globalThis, "Date", FixedDate);
