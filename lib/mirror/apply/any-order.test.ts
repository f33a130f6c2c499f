import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Facts } from "@/lib/mirror/merge/facts";
import type { Observation } from "@/lib/mirror/merge/merge";
import { Kept, keyOf } from "@/lib/mirror/merge/test-merge-result";

const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 8, n));

/** Facts of the three attribute groups and a relationship. */
const FACTS = {
  seal_number: fc.constantFrom("A", "B", null),
  current_status: fc.constantFrom("on_ship", "available"),
  "relationships.pod_terminal": fc.constantFrom(
    { data: { type: "terminal", id: "t-1" } },
    { data: { type: "terminal", id: "t-2" } },
  ),
  location_at_pod_terminal: fc.constantFrom("G1", "G2", "G3"),
  holds_at_pod_terminal: fc.constantFrom([], [{ name: "freight", status: "hold" }]),
  pod_rail_carrier_scac: fc.constantFrom("BNSF", "CSXT"),
  "import_deadlines.pickup_lfd_rail": fc.constantFrom("2026-11-24", "2026-11-25", null),
  "import_deadlines.pickup_lfd_terminal": fc.constantFrom("2026-11-22", "2026-11-23"),
};
/** A notification may omit any fact; a fetch has all. */
const someFacts: fc.Arbitrary<Facts> = fc.record(FACTS, { requiredKeys: [] });
const allFacts: fc.Arbitrary<Facts> = fc.record(FACTS);
/** The terminal check may have any age. */
const checkArbitrary = fc.option(fc.integer({ min: 0, max: 30 }), { freq: 2 });

type Reported = { facts: Facts; check: number | null; fetched: boolean };
const notified = (checks: boolean): fc.Arbitrary<Reported> =>
  fc.record({
    facts: someFacts,
    check: checks ? checkArbitrary : fc.constant(null),
    fetched: fc.constant(false),
  });
const fetched: fc.Arbitrary<Reported> = fc.record({
  facts: allFacts,
  check: fc.constant(null),
  fetched: fc.constant(true),
});

/** The reports in time order, and the order and batches in which they arrive. */
function cases(one: fc.Arbitrary<Reported>) {
  return fc.array(one, { minLength: 1, maxLength: 9 }).chain((reported) =>
    fc.record({
      reported: fc.constant(reported),
      order: fc.shuffledSubarray(
        reported.map((_, n) => n),
        { minLength: reported.length },
      ),
      batch: fc.integer({ min: 1, max: 4 }),
    }),
  );
}

function observationsOf(reported: readonly Reported[]): Observation[] {
  return reported.map(({ facts, check, fetched }, n) => ({
    asOf: minute(n),
    readUntil: null,
    receivedAt: minute(n),
    notificationId: fetched ? null : `n-${n}`,
    facts: check === null ? facts : { ...facts, terminal_checked_at: minute(check).toISOString() },
    always: !fetched,
  }));
}

function run(all: readonly Observation[], order: readonly number[], batch: number): Kept {
  const stored = new Kept();
  const arrived = order.flatMap((n, place) => {
    const one = all[n];
    return one ? [{ ...one, receivedAt: minute(100 + place) }] : [];
  });
  for (let at = 0; at < arrived.length; at += batch) stored.take(arrived.slice(at, at + batch));
  return stored;
}

const RUNS = { numRuns: 300 };

describe("notifications of one container, in any order and any batches", () => {
  it("leave the same facts and the same history as in time order", () => {
    fc.assert(
      fc.property(cases(notified(true)), ({ reported, order, batch }) => {
        const all = observationsOf(reported);
        const inOrder = run(
          all,
          all.map((_, n) => n),
          1,
        );
        const shuffled = run(all, order, batch);
        expect(shuffled.known).toEqual(inOrder.known);
        expect(shuffled.changes.map(keyOf).sort()).toEqual(inOrder.changes.map(keyOf).sort());
      }),
      RUNS,
    );
  });

  it("leave the same facts with fetches in between, and a history in which each change follows the previous one", () => {
    fc.assert(
      fc.property(cases(fc.oneof(notified(false), fetched)), ({ reported, order, batch }) => {
        const all = observationsOf(reported);
        const inOrder = run(
          all,
          all.map((_, n) => n),
          1,
        );
        const { known, changes } = run(all, order, batch);
        expect(known?.facts).toEqual(inOrder.known?.facts);
        for (const field of new Set(changes.map((change) => change.field))) {
          const chain = changes
            .filter((change) => change.field === field)
            .sort((a, b) => a.asOf.getTime() - b.asOf.getTime());
          for (const [n, { before, after }] of chain.entries()) {
            const next = chain[n + 1];
            const now = field === "pod_terminal" ? undefined : (known?.facts[field] ?? null);
            if (next) expect(next.before).toEqual(after);
            else if (now !== undefined) expect(after).toEqual(now);
            expect(before).not.toEqual(after);
          }
        }
      }),
      RUNS,
    );
  });

  it("restore what a fetch confirmed when a second one is late", () => {
    const seal = (n: number, seal_number: string, isFetch = false): Observation => ({
      asOf: minute(n),
      readUntil: null,
      receivedAt: minute(n),
      notificationId: isFetch ? null : `n-${n}`,
      facts: { seal_number },
      always: !isFetch,
    });
    const stored = new Kept();
    for (const one of [seal(1, "A"), seal(5, "A", true), seal(3, "B"), seal(8, "A", true), seal(4, "C")])
      stored.take([one]);
    const chain = [...stored.changes].sort((a, b) => a.asOf.getTime() - b.asOf.getTime());
    expect(chain.map(({ before, after, asOf }) => `${before}→${after} ${asOf.getUTCMinutes()}`)).toEqual([
      "A→B 3",
      "B→C 4",
      "C→A 5",
    ]);
  });
});
