import fc from "fast-check";
import { expect, it } from "vitest";
import type { Facts } from "./facts";
import type { Observation } from "./merge";
import { Kept } from "./test-merge-result";

/**
 * The observed state of a container at the service: its yard location and the terminal check that found it. It is dated
 * `at` and readable from `done`.
 */
type State = { at: number; done: number; place: string | null; check: number | null; seal: string };
type Coming = { at: number; report: Observation };

const instant = (tick: number) => new Date(Date.UTC(2026, 10, 20, 8) + tick);
const factsOf = ({ place, check, seal }: State): Facts => ({
  location_at_pod_terminal: place,
  terminal_checked_at: check === null ? null : instant(check).toISOString(),
  seal_number: seal,
});

const BEGINNING: State = { at: 0, done: 0, place: null, check: null, seal: "A" };
const upTo = (max: number) => fc.integer({ min: 0, max });
/** A step of a container: a terminal check, a departure, or another change. */
const step = fc.record({
  wait: fc.integer({ min: 1, max: 12 }),
  until: upTo(6),
  what: fc.constantFrom("checked", "checked", "left", "sealed"),
  found: fc.constantFrom("K26-5", "K26-5", null),
  seal: fc.constantFrom("A", "B"),
  deliveries: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
/** When a fetch is sent, how long until it is read, how long from then until the response, and until it is applied. */
const fetched = fc.record({
  sent: fc.integer({ min: 2, max: 50 }),
  read: upTo(15),
  answered: upTo(10),
  taken: upTo(30),
});
type Fetched = typeof fetched extends fc.Arbitrary<infer T> ? T : never;

function after(before: State, { wait, until, what, found, seal }: Step): State {
  const at = before.done + wait;
  const dated = { ...before, at, done: at + until };
  if (what === "checked") return { ...dated, place: found, check: at - 1 };
  return what === "left" ? { ...dated, place: null } : { ...dated, seal };
}

function fetchOf(states: readonly State[], { sent, read, answered, taken }: Fetched): Coming {
  const readAt = sent + read;
  const state = states.findLast(({ done }) => done <= readAt) ?? BEGINNING;
  const readUntil = instant(readAt + answered);
  const about = {
    asOf: instant(sent),
    readUntil,
    receivedAt: instant(sent),
    notificationId: null,
    always: false,
  };
  return { at: readAt + answered + taken, report: { ...about, facts: factsOf(state) } };
}

/** Returns the states of a container in order, and all its reports in arrival order. */
function worldOf(steps: readonly Step[], fetches: readonly Fetched[]) {
  const states = [BEGINNING];
  const coming: Coming[] = [];
  for (const [n, one] of steps.entries()) {
    const state = after(states.at(-1) ?? BEGINNING, one);
    states.push(state);
    for (const [copy, delay] of one.deliveries.entries()) {
      const at = state.done + delay;
      const about = { asOf: instant(state.at), readUntil: null, receivedAt: instant(at), always: true };
      coming.push({ at, report: { ...about, notificationId: `n-${n}-${copy}`, facts: factsOf(state) } });
    }
  }
  coming.push(...fetches.map((one) => fetchOf(states, one)));
  return { states, coming: coming.sort((a, b) => a.at - b.at).map(({ report }) => report) };
}

const FIELDS = { location_at_pod_terminal: "place", seal_number: "seal" } as const;
const happened = (states: readonly State[], what: "place" | "seal"): string[] =>
  states.slice(1).flatMap((state, n) => {
    const before = states[n]?.[what] ?? null;
    return state[what] === before ? [] : [`${before}→${state[what]}`];
  });

it("records each change of a container once and no other, for any fetch duration and any arrival time of reports", () => {
  const worlds = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 6 }),
    fetches: fc.array(fetched, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(worlds, ({ steps, fetches }) => {
      const { states, coming } = worldOf(steps, fetches);
      const stored = new Kept();
      const first = { asOf: instant(0), readUntil: instant(1), receivedAt: instant(0), notificationId: null };
      stored.take([{ ...first, facts: factsOf(BEGINNING), always: false }]);
      for (const report of coming) stored.take([report]);
      for (const [name, what] of Object.entries(FIELDS)) {
        const reported = stored.changes
          .filter(({ field }) => field === name)
          .toSorted((a, b) => a.asOf.getTime() - b.asOf.getTime())
          .map(({ before, after: is }) => `${before}→${is}`);
        expect(reported).toEqual(happened(states, what));
        expect(stored.known?.facts[name]).toBe(states.at(-1)?.[what]);
      }
    }),
    { numRuns: 4_000 },
  );
}, 120_000);
