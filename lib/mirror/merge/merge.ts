import { isDeepStrictEqual } from "node:util";
import { zoneAttribute } from "./attribute-groups";
import { COMMIT_LAG_MS } from "./commit-lag";
import { type Attributes, type Facts, flatten, isEmpty } from "./facts";
import { CONTAINER, type SubjectKind } from "./history-types";

export type { Attributes } from "./facts";
export type FieldChange = { field: string; before: unknown; after: unknown; zone: string | null };
/** A change as the history keeps it: when it was so, and which notification said it. */
export type DatedChange = FieldChange & { asOf: Date; notificationId: string | null };

/**
 * What one report said of one record, and when it came. A fetch was read at some instant from `asOf` to `readUntil`, which
 * is null for a notification.
 */
export type Observation = {
  asOf: Date;
  readUntil: Date | null;
  receivedAt: Date;
  notificationId: string | null;
  facts: Facts;
  /** Whether it is kept even where it says nothing new: a notification always, a fetch not. */
  always: boolean;
};

/** How old the facts of each group are: the instant of the newest report that reported of it. */
export type Ages = Record<string, Date>;
/** `readUntil`: no fetch that was taken in was read later; null where none was. */
export type Known = { facts: Facts; ages: Ages; readUntil: Date | null };

/** `withdrawn`: changes remembered before that a late report made untrue. `kept`: reports to be kept. */
export type Merged = Known & {
  changes: DatedChange[];
  withdrawn: DatedChange[];
  kept: Observation[];
  differs: boolean;
  aged: boolean;
};

export const TERMINAL = "terminal";
export const CHECKED = "terminal_checked_at";

/** When the terminal was checked, in milliseconds; null where the facts do not say. */
export function checkOf(facts: Facts): number | null {
  const value = facts[CHECKED];
  const epochMs = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(epochMs) ? null : epochMs;
}

/**
 * By instant, a fetch before what was reported at the instant it was sent. Those of one instant stay as they came: what was
 * merged in that order must be found so again.
 */
export const inOrderOfTime = (a: Observation, b: Observation): number =>
  a.asOf.getTime() - b.asOf.getTime() || Number(b.readUntil !== null) - Number(a.readUntil !== null);

/** What a field's new value is as news, with the zone of its place. */
export function newsOf(
  kind: SubjectKind,
  field: string,
  values: { before: unknown; after: unknown },
  facts: Facts,
): FieldChange | null {
  const name = kind.newsName(field);
  if (name === null) return null;
  const before = kind.newsValue(field, values.before);
  const after = kind.newsValue(field, values.after);
  if ((isEmpty(before) && isEmpty(after)) || isDeepStrictEqual(before, after)) return null;
  const zone = name === field ? facts[zoneAttribute(field, facts)] : null;
  return { field: name, before: before ?? null, after, zone: typeof zone === "string" ? zone : null };
}

/** What became news between two sets of a record's attributes, members of import_deadlines each by itself. */
export function newsBetween(before: Attributes, after: Attributes): FieldChange[] {
  const [was, is] = [flatten(before), flatten(after)];
  return Object.entries(is).flatMap(
    ([field, value]) => newsOf(CONTAINER, field, { before: was[field], after: value }, is) ?? [],
  );
}

/** A check that is not reported of stays known. */
export const saysNoCheck = (field: string, value: unknown): boolean => field === CHECKED && value === null;

/** Takes reported facts in; answers which fields have another value now. */
export function tell(facts: Facts, reported: Iterable<[string, unknown]>): Map<string, unknown> {
  const before = new Map<string, unknown>();
  for (const [field, value] of reported) {
    const was = facts[field];
    if (was === value || (saysNoCheck(field, value) && was !== undefined)) continue;
    if (typeof value === "object" && isDeepStrictEqual(was, value)) continue;
    before.set(field, was);
    facts[field] = value;
  }
  return before;
}

/** Whether a report's facts of a group are not older than what is known: its check first for the terminal's, then its age. */
function isNewest(group: string, known: Known, observation: Observation): boolean {
  const age = known.ages[group]?.getTime() ?? 0;
  const own = observation.asOf.getTime();
  // Of one instant a notification came later, or tells the same; a fetch has its place before it.
  if (own < age || (own === age && observation.readUntil)) return false;
  if (group !== TERMINAL) return true;
  const check = checkOf(observation.facts);
  const knownCheck = checkOf(known.facts);
  return check === null || knownCheck === null || check >= knownCheck;
}

/** Whether a report may be older than all that are known, also where what it tells of was never reported: the story begins with it. */
const mayBeFirst = (ages: Ages, { asOf, readUntil }: Observation): boolean =>
  Object.values(ages).every((age) => asOf < age || (readUntil !== null && asOf <= age));

/** The later of two instants; null is before all. */
export const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;

/** A report's facts by the groups they belong to. */
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
 * What is known of a record with reports taken in that are each newer, in every group of facts they tell of, than what
 * was known before, and made after every fetch was answered; null when one is not, for then its place in the history must
 * be found (replay.ts), and when a fetch may have read what was so before it had changed. Absent facts say nothing. What
 * is first reported of a record is no change.
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
  const [changes, kept]: [DatedChange[], Observation[]] = [[], []];
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
      const news = tell(now.facts, reported);
      if (news.size && readUntil && age && asOf.getTime() - age.getTime() < COMMIT_LAG_MS) return null;
      for (const [field, was] of news) before.set(field, was);
    }
    differs ||= before.size > 0;
    if (!first)
      for (const [field, was] of before) {
        const news = newsOf(kind, field, { before: was, after: now.facts[field] }, now.facts);
        if (news) changes.push({ ...news, asOf, notificationId });
      }
    if (first || observation.always || before.size) kept.push(observation);
    first = false;
  }
  return { ...now, changes, withdrawn: [], kept, differs, aged };
}
