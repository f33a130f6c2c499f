export type Attributes = Record<string, unknown>;
/** A record's attributes and relationships in one map, so that each can have its own age. */
export type Facts = Record<string, unknown>;

const DEADLINES = "import_deadlines";
const RELATIONSHIP = "relationships.";

const UNCONFIRMED = "unconfirmed.";

/**
 * Since when a field's value is unconfirmed: since a report in which it could not be read. By field, UTC text. Members of
 * import_deadlines are named with a dot.
 */
export type Unconfirmed = Record<string, string>;

/** The fact that says since when the value of a field is unconfirmed. It ages with the field. Null: it is confirmed. */
export const markOf = (field: string): string => `${UNCONFIRMED}${field}`;
export const isMark = (field: string): boolean => field.startsWith(UNCONFIRMED);
/** The field of a mark; another field is returned as it is. */
export const markedField = (field: string): string =>
  isMark(field) ? field.slice(UNCONFIRMED.length) : field;

/** Returns the facts without the marks of confirmed fields. */
export const withoutConfirmed = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([field, value]) => !isMark(field) || value !== null));

export const isRelationship = (field: string): boolean => field.startsWith(RELATIONSHIP);
export const relationshipField = (name: string): string => `${RELATIONSHIP}${name}`;

/** Treats an absent value, null and an empty list as the same. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && !value.length);

/**
 * Returns the attributes with members of import_deadlines as separate fields, since each has its own source and age.
 */
export function flatten(attributes: Attributes): Facts {
  const { [DEADLINES]: deadlines, ...rest } = attributes;
  if (!deadlines || typeof deadlines !== "object") return rest;
  for (const [name, value] of Object.entries(deadlines)) rest[`${DEADLINES}.${name}`] = value;
  return rest;
}

/** Returns attributes, relationships and marks as facts. Members that were not sent are omitted. */
export function factsOf(
  attributes: Attributes,
  relationships: Attributes,
  unconfirmed: Unconfirmed = {},
): Facts {
  const facts: Facts = {};
  for (const [field, value] of Object.entries(flatten(attributes)))
    if (value !== undefined) facts[field] = value;
  for (const [name, value] of Object.entries(relationships)) facts[relationshipField(name)] = value;
  for (const [field, since] of Object.entries(unconfirmed)) facts[markOf(field)] = since;
  return facts;
}

/** Splits facts back into attributes, relationships and marks. */
export function partsOf(facts: Facts): {
  attributes: Attributes;
  relationships: Attributes;
  unconfirmed: Unconfirmed;
} {
  const unconfirmed: Unconfirmed = {};
  const attributes: Attributes = {};
  const relationships: Attributes = {};
  const deadlines: Attributes = {};
  for (const [field, value] of Object.entries(facts)) {
    if (isMark(field)) {
      if (typeof value === "string") unconfirmed[markedField(field)] = value;
    } else if (isRelationship(field)) relationships[field.slice(RELATIONSHIP.length)] = value;
    else if (field.startsWith(`${DEADLINES}.`)) deadlines[field.slice(DEADLINES.length + 1)] = value;
    else attributes[field] = value;
  }
  if (Object.keys(deadlines).length) attributes[DEADLINES] = deadlines;
  return { attributes, relationships, unconfirmed };
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;

/** Returns the id in a relationship's value. Null when it names no single record. */
export function idIn(relationship: unknown): string | null {
  const id = member(member(relationship, "data"), "id");
  return typeof id === "string" ? id : null;
}

/** Returns the id of the single record that a relationship among the facts names, or null. */
export function relatedId(facts: Facts, name: string): string | null {
  return idIn(facts[relationshipField(name)]);
}
