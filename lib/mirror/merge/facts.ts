export type Attributes = Record<string, unknown>;
/** A record's attributes and relationships in one map, so that each can have its own age. */
export type Facts = Record<string, unknown>;

const DEADLINES = "import_deadlines";
const RELATIONSHIP = "relationships.";

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

/** Returns attributes and relationships as facts. Members that were not sent are omitted. */
export function factsOf(attributes: Attributes, relationships: Attributes): Facts {
  const facts: Facts = {};
  for (const [field, value] of Object.entries(flatten(attributes)))
    if (value !== undefined) facts[field] = value;
  for (const [name, value] of Object.entries(relationships)) facts[relationshipField(name)] = value;
  return facts;
}

/** Splits facts back into attributes and relationships. */
export function partsOf(facts: Facts): { attributes: Attributes; relationships: Attributes } {
  const attributes: Attributes = {};
  const relationships: Attributes = {};
  const deadlines: Attributes = {};
  for (const [field, value] of Object.entries(facts)) {
    if (isRelationship(field)) relationships[field.slice(RELATIONSHIP.length)] = value;
    else if (field.startsWith(`${DEADLINES}.`)) deadlines[field.slice(DEADLINES.length + 1)] = value;
    else attributes[field] = value;
  }
  if (Object.keys(deadlines).length) attributes[DEADLINES] = deadlines;
  return { attributes, relationships };
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
