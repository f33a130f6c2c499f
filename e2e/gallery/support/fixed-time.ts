/** The time of every section: a Wednesday morning at the terminals of Los Angeles. Set before any other module runs. */
export const NOW = Date.parse("2026-11-18T17:00:00Z");

const SystemDate = Date;

/** A `Date` that stands still. Timers run as usual. */
class FixedDate extends SystemDate {
  constructor(...args: [] | [number | string | Date]) {
    if (args.length === 0) super(NOW);
    else super(...args);
  }
  static override now(): number {
    return NOW;
  }
}

Reflect.set(globalThis, "Date", FixedDate);
