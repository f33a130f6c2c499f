import { isDeepStrictEqual } from "node:util";
import { JustChanged } from "./commit-lag";
import { type Facts, withoutConfirmed } from "./facts";
import { type Reported, withoutSeen } from "./fetched-facts";
import type { SubjectKind } from "./history-types";
import {
  type Ages,
  byGroup,
  CHECKED,
  changesOf,
  checkOf,
  type DatedChange,
  inOrderOfTime,
  type Known,
  laterOf,
  type Merged,
  notify,
  type Observation,
  TERMINAL,
} from "./merge";

type Checked = { check: number; from: number };
const newestAt = (checks: readonly Checked[], instant: number): number =>
  checks.reduce((newest, { check, from }) => (from <= instant && check > newest ? check : newest), -Infinity);

/**
 * Returns reports in the order in which their terminal facts are valid: by terminal check, then by time. A report
 * without a check belongs to the latest check known at its time. A report with a null check belongs to the latest check
 * that is certain at its time: a check in a fetch may have been made at any time until the response.
 */
function inOrderOfCheck(inTime: readonly Reported[]): Reported[] {
  const [known, sure]: [Checked[], Checked[]] = [[], []];
  for (const { observation } of inTime) {
    const check = checkOf(observation.facts);
    if (check === null) continue;
    known.push({ check, from: observation.asOf.getTime() });
    sure.push({ check, from: (observation.readUntil ?? observation.asOf).getTime() });
  }
  const checked = inTime.map((one) => {
    const { asOf, facts } = one.observation;
    const before = CHECKED in facts ? sure : known;
    return { one, check: checkOf(facts) ?? newestAt(before, asOf.getTime()) };
  });
  return checked.sort((a, b) => (a.check === b.check ? 0 : a.check < b.check ? -1 : 1)).map(({ one }) => one);
}

/** Makes the instants of terminal facts non-decreasing: a fact cannot be dated after a fact that follows it. */
function withDisplayInstants(list: readonly Reported[]): Reported[] {
  let next = Number.POSITIVE_INFINITY;
  return list
    .toReversed()
    .map((one) => {
      if (one.reported.length === 0) return one;
      next = Math.min(next, one.asOf.getTime());
      return { ...one, asOf: new Date(next) };
    })
    .reverse();
}

/** Builds the full history of a record from all its reports, independent of arrival order. */
function history(kind: SubjectKind, observations: readonly Observation[]) {
  const inTime = [...observations].sort(inOrderOfTime);
  const [first] = inTime;
  // Fields of a first fetch begin the history, even when they were left to a report that the fetch had seen.
  const broughtFirst = first?.readUntil ? first.facts : {};
  const facts: Facts = {};
  const ages: Ages = {};
  const changes: (DatedChange & { of: string })[] = [];
  for (const group of kind.groups) {
    const telling = inTime.flatMap((observation): Reported[] => {
      const reported = byGroup(kind, observation.facts).get(group);
      return reported ? [{ observation, reported, asOf: observation.asOf }] : [];
    });
    const youngest = telling.at(-1);
    if (youngest) ages[group] = youngest.asOf;
    // A group's facts in the record's first report begin its history and are no change.
    let begun = !telling.some(({ observation }) => observation === first);
    const ordered =
      group === TERMINAL
        ? withDisplayInstants(withoutSeen(kind, inOrderOfCheck(telling)))
        : withoutSeen(kind, telling);
    const recent = new JustChanged();
    for (const { observation, reported, asOf } of ordered) {
      const isFetch = observation.readUntil !== null;
      const read = ([field, value]: [string, unknown]) =>
        !(isFetch && recent.isReadTooEarly(field, value, observation.asOf));
      for (const [field, was] of notify(facts, reported.filter(read))) {
        if (!isFetch && was !== undefined) recent.note(field, was, observation.asOf);
        const begins = was === undefined && field in broughtFirst;
        const unseenChanges =
          begun && !begins && changesOf(kind, field, { before: was, after: facts[field] }, facts);
        if (unseenChanges)
          changes.push({ ...unseenChanges, asOf, notificationId: observation.notificationId, of: field });
      }
      begun = true;
    }
  }
  const dated = changes.map(({ of, ...change }) => ({
    ...change,
    zone: changesOf(kind, of, { before: change.before, after: change.after }, facts)?.zone ?? change.zone,
  }));
  return { facts, ages, changes: dated };
}

/** Returns known facts that are newer than all stored reports: a fetch without new facts confirmed them. */
function untold(kind: SubjectKind, known: Known, ages: Ages): Observation[] {
  return [...byGroup(kind, known.facts)].flatMap(([group, reported]) => {
    const asOf = known.ages[group];
    if (!asOf || asOf <= (ages[group] ?? 0)) return [];
    const readUntil = known.readUntil && known.readUntil >= asOf ? known.readUntil : null;
    const facts = Object.fromEntries(reported);
    return [{ asOf, readUntil, receivedAt: asOf, notificationId: null, facts, always: false }];
  });
}

const keyOf = ({ field, before, after, asOf, notificationId }: DatedChange) =>
  JSON.stringify([field, before, after, asOf, notificationId]);
const placeOf = ({ field, asOf }: DatedChange) => `${field} ${asOf.getTime()}`;

function without(changes: readonly DatedChange[], others: readonly DatedChange[]): DatedChange[] {
  const known = new Set(others.map(keyOf));
  return changes.filter((change) => !known.has(keyOf(change)));
}

/**
 * Returns what must be removed from a history and added to it to get another. Changes of one field at one instant are
 * stored in insertion order. If one of them differs, all of them are inserted again.
 */
function rewritten(before: readonly DatedChange[], after: readonly DatedChange[]) {
  const places = new Set([...without(before, after), ...without(after, before)].map(placeOf));
  const isThere = (change: DatedChange) => places.has(placeOf(change));
  return { withdrawn: before.filter(isThere), changes: after.filter(isThere) };
}

/**
 * Applies reports that include a late one. The facts and the history become the same as if all reports had arrived in
 * order. `reported` are the stored reports of the record. An older fact overwrites no newer fact of its group.
 */
export function replay(
  kind: SubjectKind,
  known: Known | null,
  reports: readonly Observation[],
  fresh: readonly Observation[],
): Merged {
  const confirmed = known ? untold(kind, known, history(kind, reports).ages) : [];
  const old = [...reports, ...confirmed];
  const before = history(kind, old);
  const after = history(kind, [...old, ...fresh]);
  const facts = withoutConfirmed({ ...known?.facts, ...after.facts });
  const ages = { ...known?.ages, ...after.ages };
  const knownUntil = known?.readUntil ?? null;
  const readUntil = fresh.reduce((until, one) => laterOf(until, one.readUntil), knownUntil);
  return {
    facts,
    ages,
    readUntil,
    ...rewritten(before.changes, after.changes),
    // Observations that confirmed the facts are now between two changes. Stored so that the next late report finds
    // them.
    stored: [...confirmed, ...fresh],
    differs: known === null || !isDeepStrictEqual(facts, known.facts),
    aged: readUntil !== knownUntil || !isDeepStrictEqual(ages, known?.ages),
  };
}
