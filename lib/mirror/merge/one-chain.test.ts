import fc from "fast-check";
import { expect, it } from "vitest";
import { SHIPMENT } from "./history-types";
import type { Observation } from "./merge";
import { Kept } from "./test-merge-result";

const FIELDS = ["pod_eta_at", "pod_ata_at"];
/** A report of a shipment and its instant. A fetch (`read`) is answered this much later. */
const reported = fc.record({
  at: fc.integer({ min: 1, max: 8 }),
  read: fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }),
  eta: fc.constantFrom("a", "b", "c", null, undefined),
  ata: fc.constantFrom("x", "y", undefined),
});
type Reported = typeof reported extends fc.Arbitrary<infer T> ? T : never;

const reportOf = ({ at, read, eta, ata }: Reported, notificationId: string): Observation => ({
  asOf: new Date(at),
  readUntil: read === null ? null : new Date(at + read),
  receivedAt: new Date(at),
  notificationId,
  always: read === null,
  facts: {
    ...(eta === undefined ? {} : { pod_eta_at: eta }),
    ...(ata === undefined ? {} : { pod_ata_at: ata }),
  },
});

it("gives a gapless history that ends in the known facts, for any reports in any order", () => {
  const batches = fc.array(fc.array(reported, { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(batches, (came) => {
      const stored = new Kept(SHIPMENT);
      for (const [n, batch] of came.entries())
        stored.take(batch.map((one, place) => reportOf(one, `n-${n}-${place}`)));
      for (const field of FIELDS) {
        // Changes of one instant are in insertion order.
        const history = stored.changes
          .filter((change) => change.field === field)
          .toSorted((a, b) => a.asOf.getTime() - b.asOf.getTime());
        const starts = history.map(({ before }) => before);
        const ends = history.map(({ after }) => after ?? null);
        expect(starts.slice(1)).toEqual(ends.slice(0, -1));
        if (history.length) expect(ends.at(-1)).toBe(stored.known?.facts[field] ?? null);
      }
    }),
    { numRuns: 2_000 },
  );
}, 120_000);
