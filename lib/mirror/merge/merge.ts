import { isDeepStrictEqual } from "node:util";
import { zoneAttribute } from "./attribute-groups";
import { COMMIT_LAG_MS } from "./commit-lag";
import { type Attributes, type Facts, flatten, isEmpty, isMark, markOf, withoutConfirmed } from "./facts";
import { CONTAINER, type SubjectKind } from "./history-types";

export type { Attributes } from "./facts";
export type FieldChange = { field: string; before: unknown; after: unknown; zone: string | null };
/** A change as stored in the history: its instant and the notification that reported it. */
export type DatedChange = FieldChange & { asOf: Date; notificationId: string | null };

/**
 * The facts of one record in one report, and when the report was received. A fetch was read at some instant from `asOf`
 * to `readUntil`. `readUntil` is null for a notification.
 */
export type Observation = {
  asOf: Date;
  readUntil: Date | null;
  receivedAt: Date;
  notificationId: string | null;
  facts: Facts;
  /** Whether it is stored even without new facts: true for a notification, false for a fetch. */
  always: boolean;
};

/** The age of each group's facts: the instant of the newest report that contains facts of the group. */
export type Ages = Record<string, Date>;
/** `readUntil`: the latest `readUntil` of all applied fetches. Null without a fetch. */
export type Known = { facts: Facts; ages: Ages; readUntil: Date | null };

/** `withdrawn`: recorded changes that a late report made wrong. `kept`: reports to be stored. */
export type Merged = Known & {
  changes: DatedChange[];
  withdrawn: DatedChange[];
  stored: Observation[];
  differs: boolean;
  aged: boolean;
};

export const TERMINAL = "terminal";
export const CHECKED = "terminal_checked_at";

/** Returns when the terminal was checked, in epoch milliseconds. Null when the facts do not contain it. */
export function checkOf(facts: Facts): number | null {
  const value = facts[CHECKED];
  const epochMs = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(epochMs) ? null : epochMs;
}

/**
 * Orders by instant, with a fetch before notifications of the instant it was sent. Equal ones keep their arrival order,
 * so that a replay gives the same result as the original merge.
 */
export const inOrderOfTime = (a: Observation, b: Observation): number =>
  a.asOf.getTime() - b.asOf.getTime() || Number(b.readUntil !== null) - Number(a.readUntil !== null);

/**
 * Returns the history entry for a field's new value, with the time zone of its location. Null when it is no relevant
 * change.
 */
export function changesOf(
  kind: SubjectKind,
  field: string,
  values: { before: unknown; after: unknown },
  facts: Facts,
): FieldChange | null {
  const name = kind.eventName(field);
  if (name === null) return null;
  const before = kind.eventValue(field, values.before);
  const after = kind.eventValue(field, values.after);
  if ((isEmpty(before) && isEmpty(after)) || isDeepStrictEqual(before, after)) return null;
  const zone = name === field ? facts[zoneAttribute(field, facts)] : null;
  return { field: name, before: before ?? null, after, zone: typeof zone === "string" ? zone : null };
}

/**
 * Returns the history entries between two sets of a record's attributes. Members of import_deadlines are compared
 * separately.
 */
export function changesBetween(before: Attributes, after: Attributes): FieldChange[] {
  const [was, is] = [flatten(before), flatten(after)];
  return Object.entries(is).flatMap(
    ([field, value]) => changesOf(CONTAINER, field, { before: was[field], after: value }, is) ?? [],
  );
}

/** Whether the field is a terminal check of null. A missing check does not replace a known check. */
export const reportsNoCheck = (field: string, value: unknown): boolean => field === CHECKED && value === null;

/**
 * Applies reported facts to `facts`. Returns the fields whose values changed, with their previous values. A mark of a
 * field that is marked already keeps its instant. A reported field without a mark is confirmed.
 */
export function notify(facts: Facts, reported: readonly [string, unknown][]): Map<string, unknown> {
  const before = new Map<string, unknown>();
  const marks = new Set(reported.flatMap(([field]) => (isMark(field) ? [field] : [])));
  for (const [field, value] of reported) {
    const was = facts[field];
    const mark = markOf(field);
    if (facts[mark] && !marks.has(mark)) {
      before.set(mark, facts[mark]);
      facts[mark] = null;
    }
    if (isMark(field) && was) continue;
    if (was === value || (reportsNoCheck(field, value) && was !== undefined)) continue;
    if (typeof value === "object" && isDeepStrictEqual(was, value)) continue;
    before.set(field, was);
    facts[field] = value;
  }
  return before;
}

/**
 * Returns whether a report's facts of a group are not older than the known facts. Terminal facts are compared by check,
 * too.
 */
function isNewest(group: string, known: Known, observation: Observation): boolean {
  const age = known.ages[group]?.getTime() ?? 0;
  const own = observation.asOf.getTime();
  // At the same instant a notification is later than the known facts or equal to them. A fetch is ordered before them.
  if (own < age || (own === age && observation.readUntil)) return false;
  if (group !== TERMINAL) return true;
  const check = checkOf(observation.facts);
  const knownCheck = checkOf(known.facts);
  return check === null || knownCheck === null || check >= knownCheck;
}

/**
 * Returns whether a report may be older than all known reports, even if it contains only new groups. The history would
 * then begin with it.
 */
const mayBeFirst = (ages: Ages, { asOf, readUntil }: Observation): boolean =>
  Object.values(ages).every((age) => asOf < age || (readUntil !== null && asOf <= age));

/** Returns the later of two instants. Null is before all. */
export const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;

/** Returns a report's facts by group. */
export function byGroup(kind: SubjectKind, facts: Facts): Map<string, [string, unknown][]> {
  const groups = new Map<string, [string, unknown][]>();
  for (const entry of Object.entries(facts)) {
    const group = kind.groupOf(entry[0]);
    const list = groups.get(group);
    if (list) list.push(entry);
    else groups.set(group, [entry]);
  }
  return groups;
}

/**
 * Merges reports into the known facts of a record when they are in order. Each report must be newer than the known
 * facts in all its groups and made after every fetch was read. Returns null otherwise, because its position in the
 * history must be determined (replay-history.ts). Also returns null when a fetch may have read a value from before a
 * change. Absent facts are ignored. The first report of a record is no change.
 */
export function mergeInOrder(
  kind: SubjectKind,
  known: Known | null,
  observations: readonly Observation[],
): Merged | null {
  const now: Known = {
    facts: { ...known?.facts },
    ages: { ...known?.ages },
    readUntil: known?.readUntil ?? null,
  };
  const [changes, stored]: [DatedChange[], Observation[]] = [[], []];
  let [differs, aged, first] = [known === null, false, known === null];
  for (const observation of [...observations].sort(inOrderOfTime)) {
    const { asOf, readUntil, notificationId } = observation;
    if (now.readUntil && asOf <= now.readUntil) return null;
    if (!first && mayBeFirst(now.ages, observation)) return null;
    const until = laterOf(now.readUntil, readUntil);
    aged ||= until !== now.readUntil;
    now.readUntil = until;
    const before = new Map<string, unknown>();
    for (const [group, reported] of byGroup(kind, observation.facts)) {
      if (!isNewest(group, now, observation)) return null;
      const age = now.ages[group];
      aged ||= asOf > (age ?? 0);
      now.ages[group] = asOf;
      const unseenChanges = notify(now.facts, reported);
      if (unseenChanges.size && readUntil && age && asOf.getTime() - age.getTime() < COMMIT_LAG_MS)
        return null;
      for (const [field, was] of unseenChanges) before.set(field, was);
    }
    differs ||= before.size > 0;
    if (!first)
      for (const [field, was] of before) {
        const unseenChanges = changesOf(kind, field, { before: was, after: now.facts[field] }, now.facts);
        if (unseenChanges) changes.push({ ...unseenChanges, asOf, notificationId });
      }
    if (first || observation.always || before.size) stored.push(observation);
    first = false;
  }
  return { ...now, facts: withoutConfirmed(now.facts), changes, withdrawn: [], stored, differs, aged };
}
