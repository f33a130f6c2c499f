import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMIT_LAG_MS } from "./commit-lag";
import type { Facts } from "./facts";
import { withoutSeen } from "./fetched-facts";
import { CONTAINER } from "./history-types";
import { notify, type Observation } from "./merge";
import { Kept } from "./test-merge-result";

const second = (n: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, n));
const reportedBy = (id: string, n: number, facts: Facts): Observation => ({
  asOf: second(n),
  readUntil: null,
  receivedAt: second(n),
  notificationId: id,
  facts,
  always: true,
});
const fetched = (sent: number, answered: number, facts: Facts): Observation => ({
  asOf: second(sent),
  readUntil: second(answered),
  receivedAt: second(sent),
  notificationId: null,
  facts,
  always: false,
});

const IN_YARD = { terminal_checked_at: second(1).toISOString(), location_at_pod_terminal: "B30-2" };
const GONE = { ...IN_YARD, location_at_pod_terminal: null };
const UNCHECKED = { terminal_checked_at: null, location_at_pod_terminal: null };
const EARLIER_CHECK = { terminal_checked_at: second(6).toISOString(), location_at_pod_terminal: "B30-2" };
const FIRST_CHECK = { terminal_checked_at: second(7).toISOString(), location_at_pod_terminal: "B30-2" };

/** Returns all permutations of a list. */
const orders = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one, at) =>
        orders([...list.slice(0, at), ...list.slice(at + 1)]).map((rest) => [one, ...rest]),
      );

const historyOf = (came: readonly Observation[], known: Observation) => {
  const stored = new Kept();
  for (const one of [known, ...came]) stored.take([one]);
  const chain = stored.changes.toSorted((a, b) => a.asOf.getTime() - b.asOf.getTime());
  return chain.map(({ before, after, asOf, notificationId }) =>
    [`${before}→${after}`, asOf.getUTCSeconds(), notificationId].join(" "),
  );
};

const late = { seal_number: "A" };
const cases = [
  {
    name: "a container that left while it was asked for",
    known: reportedBy("n-1", 1, { ...IN_YARD, ...late }),
    came: [fetched(4, 8, GONE), reportedBy("n-2", 5, IN_YARD), reportedBy("n-3", 7, GONE)],
    story: ["B30-2→null 7 n-3"],
  },
  {
    name: "a container the terminal was first asked about meanwhile",
    known: reportedBy("n-1", 1, { ...UNCHECKED, ...late }),
    came: [fetched(4, 8, FIRST_CHECK), reportedBy("n-2", 5, UNCHECKED), reportedBy("n-3", 7, FIRST_CHECK)],
    story: ["null→B30-2 7 n-3"],
  },
  {
    name: "an answer read before the last change",
    known: reportedBy("n-1", 1, { ...IN_YARD, ...late }),
    came: [fetched(4, 8, IN_YARD), reportedBy("n-2", 5, IN_YARD), reportedBy("n-3", 7, GONE)],
    story: ["B30-2→null 7 n-3"],
  },
  {
    name: "what nobody reported of but the fetch",
    known: reportedBy("n-1", 1, { ...IN_YARD, ...late }),
    came: [fetched(4, 8, GONE), reportedBy("n-2", 5, { seal_number: "B" })],
    story: ["B30-2→null 4 ", "A→B 5 n-2"],
  },
  {
    name: "a container that left, of which the fetch brings what nobody tells also",
    known: reportedBy("n-1", 1, { ...IN_YARD, ...late }),
    came: [
      fetched(4, 8, { ...GONE, pickup_appointment_at: "2026-11-21T15:00:00Z" }),
      reportedBy("n-2", 5, IN_YARD),
      reportedBy("n-3", 7, GONE),
    ],
    story: ["null→2026-11-21T15:00:00Z 4 ", "B30-2→null 7 n-3"],
  },
  {
    name: "nothing of a container that was first heard of by the fetch",
    known: fetched(4, 8, { ...IN_YARD, ...late, weight_in_lbs: 1_000 }),
    came: [reportedBy("n-2", 5, late), reportedBy("n-3", 7, { ...IN_YARD, ...late })],
    story: [],
  },
  {
    name: "a check that only the fetch knows of",
    known: reportedBy("n-1", 1, { ...IN_YARD, ...late }),
    came: [
      fetched(4, 8, { ...GONE, terminal_checked_at: second(7).toISOString() }),
      reportedBy("n-2", 5, IN_YARD),
      reportedBy("n-3", 10, { ...IN_YARD, terminal_checked_at: second(3).toISOString() }),
    ],
    story: ["B30-2→null 4 "],
  },
  {
    name: "a container checked twice for the first times while it was asked for",
    known: reportedBy("n-1", 1, { ...UNCHECKED, ...late }),
    came: [
      fetched(4, 8, FIRST_CHECK),
      reportedBy("n-2", 5, UNCHECKED),
      reportedBy("n-3", 6, EARLIER_CHECK),
      reportedBy("n-4", 7, FIRST_CHECK),
    ],
    story: ["null→B30-2 6 n-3"],
  },
  {
    name: "a container that came and left before a check that the fetch alone knows of, in its order at one instant",
    known: reportedBy("n-1", 1, { ...UNCHECKED, ...late }),
    came: [
      fetched(3, 6, EARLIER_CHECK),
      fetched(4, 8, { ...FIRST_CHECK, location_at_pod_terminal: null }),
      reportedBy("n-2", 6, EARLIER_CHECK),
      reportedBy("n-3", 7, { ...EARLIER_CHECK, location_at_pod_terminal: null }),
    ],
    story: ["null→B30-2 4 n-2", "B30-2→null 4 n-3"],
  },
  {
    name: "a container asked for at the instant it left",
    known: reportedBy("n-1", 1, { ...IN_YARD, ...late }),
    came: [
      fetched(5, 8, { ...GONE, seal_number: "B" }),
      reportedBy("n-2", 5, { ...GONE, ...late }),
      reportedBy("n-3", 7, { ...GONE, seal_number: "B" }),
    ],
    story: ["B30-2→null 5 n-2", "A→B 7 n-3"],
  },
  {
    name: "what came back after the answer",
    known: reportedBy("n-1", 1, { ...IN_YARD, ...late }),
    came: [fetched(4, 6, GONE), reportedBy("n-2", 5, GONE), reportedBy("n-3", 7, IN_YARD)],
    story: ["B30-2→null 5 n-2", "null→B30-2 7 n-3"],
  },
].flatMap(({ name, known, came, story }) =>
  orders(came).map((order) => ({
    name,
    order,
    known,
    story,
    as: order.map(({ asOf }) => asOf.getUTCSeconds()),
  })),
);

it.each(cases)("reports $name once, at its time, for arrival order $as", ({ order, known, story }) => {
  expect(historyOf(order, known)).toEqual(story);
});

const spot = fc.constantFrom("G1", "G2", null);
const FIELDS = { location_at_pod_terminal: spot, pod_last_tracking_request_at: spot, seal_number: spot };
const APART_S = COMMIT_LAG_MS / 1_000 + 1;
const CHECK = fc.option(fc.integer({ min: 0, max: 2 }).map((n) => second(n).toISOString()));

/**
 * Sequential reports, spaced further apart than the time until a change is visible. A notification may omit any facts.
 * A fetch has all facts and takes some time.
 */
const reports = (fields: Record<string, fc.Arbitrary<string | null>>) =>
  fc
    .array(
      fc.oneof(
        fc.record({ facts: fc.record(fields, { requiredKeys: [] }), took: fc.constant(null) }),
        fc.record({ facts: fc.record(fields), took: fc.integer({ min: 0, max: 5 }) }),
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((reported) =>
      reported.map(({ facts, took }, n) =>
        took === null
          ? reportedBy(`n-${n}`, APART_S * (n + 1), facts)
          : fetched(APART_S * (n + 1), APART_S * (n + 1 + took), facts),
      ),
    );

describe("leaves the final facts unchanged when confirmed facts are removed from a fetch", () => {
  it("gives this result with facts and checks of every kind, for any order of validity", () => {
    const lists = reports({ ...FIELDS, terminal_checked_at: CHECK }).chain((list) =>
      fc.shuffledSubarray(list, { minLength: list.length }),
    );
    fc.assert(
      fc.property(lists, (list) => {
        const telling = list.map((observation) => ({
          observation,
          reported: Object.entries(observation.facts),
          asOf: observation.asOf,
        }));
        const end = (these: typeof telling) => {
          const facts: Facts = {};
          for (const { reported } of these) notify(facts, reported);
          return facts;
        };
        expect(end(withoutSeen(CONTAINER, telling))).toEqual(end(telling));
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives this result for any arrival order", () => {
    const whole = { location_at_pod_terminal: "G0", pod_last_tracking_request_at: null, seal_number: "G0" };
    const end = (list: readonly Observation[]) => {
      const stored = new Kept();
      for (const each of [reportedBy("n-known", 0, whole), ...list]) stored.take([each]);
      return stored.known?.facts;
    };
    const cases = reports(FIELDS).chain((list) =>
      fc.record({
        list: fc.constant(list),
        came: fc.shuffledSubarray(list, { minLength: list.length }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ list, came }) => {
        expect(end(came)).toEqual(end(list.map((one) => ({ ...one, readUntil: null }))));
      }),
      { numRuns: 500 },
    );
  });
});
