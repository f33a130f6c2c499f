import { isDeepStrictEqual } from "node:util";
import {
  ATTRIBUTE_GROUPS,
  type AttributeGroup,
  attributeGroup,
  isNews,
  zoneAttribute,
} from "./attribute-groups";

export type Attributes = Record<string, unknown>;
export type FieldChange = { field: string; before: unknown; after: unknown; zone: string | null };
export type GroupAges = Record<AttributeGroup, Date>;

const DEADLINES = "import_deadlines";

/** Members of import_deadlines as fields of their own, since each has its own source and age. */
function flatten(attributes: Attributes): Attributes {
  const { [DEADLINES]: deadlines, ...rest } = attributes;
  if (!deadlines || typeof deadlines !== "object") return rest;
  const members = Object.entries(deadlines).map(([name, value]) => [`${DEADLINES}.${name}`, value]);
  return { ...rest, ...Object.fromEntries(members) };
}

function unflatten(flat: Attributes): Attributes {
  const deadlines: Attributes = {};
  const rest: Attributes = {};
  for (const [field, value] of Object.entries(flat)) {
    if (field.startsWith(`${DEADLINES}.`)) deadlines[field.slice(DEADLINES.length + 1)] = value;
    else rest[field] = value;
  }
  return Object.keys(deadlines).length ? { ...rest, [DEADLINES]: deadlines } : rest;
}

/** How old the facts of a group are of which nothing was ever told. */
const NEVER = new Date(0);

/** What a report says of one group; nothing, when it leaves out all of its attributes. */
const groupNews = (news: Attributes, group: AttributeGroup) =>
  Object.entries(news).filter(([field, value]) => value !== undefined && attributeGroup(field) === group);

const epoch = (value: unknown): number => (typeof value === "string" ? Date.parse(value) : Number.NaN);

/** Whether the report's terminal facts are newer: by when the terminal was checked, else by the report's age. */
function isNewerTerminal(stored: Attributes, incoming: Attributes, storedAsOf: Date, asOf: Date): boolean {
  const checkedBefore = epoch(stored.terminal_checked_at);
  const checkedNow = epoch(incoming.terminal_checked_at);
  if (checkedNow > checkedBefore) return true;
  if (checkedNow < checkedBefore) return false;
  return asOf >= storedAsOf;
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && !value.length);

/** Fields whose value differs, with the zone of their place. An absent value and null are the same news. */
function fieldChanges(before: Attributes, after: Attributes): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [field, value] of Object.entries(after)) {
    if (!isNews(field) || isDeepStrictEqual(before[field], value)) continue;
    if (isEmpty(before[field]) && isEmpty(value)) continue;
    const zone = after[zoneAttribute(field, after)];
    changes.push({
      field,
      before: before[field] ?? null,
      after: value,
      zone: typeof zone === "string" ? zone : null,
    });
  }
  return changes;
}

/**
 * `differs`: the attributes are not what was stored, so readers must be told. `aged`: only the report is newer, so the
 * row must be written, that no fact between the two reports can win later.
 */
type Outcome = { attributes: Attributes; changes: FieldChange[]; differs: boolean; aged: boolean };
export type ContainerMerge = Outcome & { ages: GroupAges };
export type RecordMerge = Outcome & { asOf: Date };

/**
 * A container's stored attributes with a report's taken in: per attribute group the newer facts win, absent
 * attributes say nothing, an older fact changes nothing. `asOf` is the notification's created_at or the instant the
 * fetch was sent.
 */
export function mergeContainer(
  stored: { attributes: Attributes; ages: GroupAges } | null,
  incoming: Attributes,
  asOf: Date,
): ContainerMerge {
  const news = flatten(incoming);
  if (!stored) {
    const age = (group: AttributeGroup) => (groupNews(news, group).length ? asOf : NEVER);
    const ages = { carrier: age("carrier"), terminal: age("terminal"), rail: age("rail") };
    return { attributes: unflatten(news), ages, changes: [], differs: true, aged: true };
  }
  const before = flatten(stored.attributes);
  const after = { ...before };
  const ages = { ...stored.ages };
  for (const group of ATTRIBUTE_GROUPS) {
    const told = groupNews(news, group);
    if (!told.length) continue;
    const newer =
      group === "terminal"
        ? isNewerTerminal(before, news, stored.ages.terminal, asOf)
        : asOf >= stored.ages[group];
    if (!newer) continue;
    if (asOf > ages[group]) ages[group] = asOf;
    for (const [field, value] of told) after[field] = value;
  }
  const attributes = unflatten(after);
  return {
    attributes,
    ages,
    changes: fieldChanges(before, after),
    differs: !isDeepStrictEqual(attributes, stored.attributes),
    aged: !isDeepStrictEqual(ages, stored.ages),
  };
}

/** The same for a record whose attributes all have one source, such as a shipment. */
export function mergeRecord(
  stored: { attributes: Attributes; asOf: Date } | null,
  incoming: Attributes,
  asOf: Date,
): RecordMerge {
  if (!stored) return { attributes: incoming, asOf, changes: [], differs: true, aged: true };
  if (asOf < stored.asOf)
    return { attributes: stored.attributes, asOf: stored.asOf, changes: [], differs: false, aged: false };
  const attributes = { ...stored.attributes, ...incoming };
  return {
    attributes,
    asOf,
    changes: fieldChanges(stored.attributes, attributes),
    differs: !isDeepStrictEqual(attributes, stored.attributes),
    aged: asOf > stored.asOf,
  };
}
