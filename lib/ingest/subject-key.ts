type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Type and id of the related record, as one text. Null when the relationship names no single record. */
function related(record: unknown, name: string): string | null {
  const relationships = isObject(record) ? record.relationships : null;
  const relationship = isObject(relationships) ? relationships[name] : null;
  return isObject(relationship) ? identity(relationship.data) : null;
}

function identity(record: unknown): string | null {
  if (!isObject(record) || typeof record.type !== "string" || typeof record.id !== "string") return null;
  return `${record.type} ${record.id}`;
}

const isOf = (type: string) => (named: string | null) => named?.startsWith(`${type} `) ?? false;

/**
 * Returns the subject of a notification before validation: its container, else its shipment or tracking request. Null
 * when it names none. It affects only the processing order, no fact.
 */
export function subjectOf(document: unknown): string | null {
  if (!isObject(document)) return null;
  const named = related(document.data, "reference_object");
  const included = Array.isArray(document.included) ? document.included : [];
  const reference = named === null ? null : included.find((record) => identity(record) === named);
  const candidates = [
    named,
    related(reference, "container"),
    related(reference, "shipment"),
    ...included.map(identity),
  ];
  for (const type of ["container", "shipment", "tracking_request"]) {
    const found = candidates.find(isOf(type));
    if (found) return found;
  }
  return null;
}
