import fc from "fast-check";
import type { JsonSchema } from "./operations";

const LABELS = fc.constantFrom(
  "",
  " ",
  "Harbor Freight",
  "MAEU",
  "TEST",
  "TEST-TR-SUCCEEDED",
  "MSCU1234566",
  "https://example.com/hook",
  "http://127.0.0.1:9/hook",
  "USLAX",
  "true",
  "2026-11-21",
  "2026-11-21T09:00:00Z",
  "pickup_dray_carrier",
  "customer",
  "Zoë Ł 港 🚢",
  "%' or 1=1 --",
  "../../etc/passwd",
);

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const schemasIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);
const numberIn = (value: unknown, fallback: number) => (typeof value === "number" ? value : fallback);

/** Generates values that match a JSON Schema, with ids of the account where an id belongs. */
export function valuesOf(schema: JsonSchema, ids: readonly string[], name = ""): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = [...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf)];
  if (choices.length > 0) return fc.oneof(...choices.map((choice) => valuesOf(choice, ids, name)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, ids, name)));
  }
  switch (schema.type) {
    case "object":
      return objectsOf(schema, ids);
    case "array":
      return fc.array(valuesOf(isSchema(schema.items) ? schema.items : {}, ids, name), {
        minLength: numberIn(schema.minItems, 0),
        maxLength: Math.min(numberIn(schema.maxItems, 4), 4),
      });
    case "string":
      return textsOf(schema, ids, name);
    case "integer":
      return fc.integer({ min: numberIn(schema.minimum, -10), max: numberIn(schema.maximum, 1_000) });
    case "number":
      return fc.double({ min: -1e6, max: 1e6, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.oneof(LABELS, fc.jsonValue({ maxDepth: 2 }));
  }
}

function objectsOf(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const members = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const known = members.flatMap(([name, member]) =>
    isSchema(member) ? [[name, valuesOf(member, ids, name)] as const] : [],
  );
  return fc.record(Object.fromEntries(known), {
    requiredKeys: required.filter((name) => known.some(([each]) => each === name)),
    noNullPrototype: true,
  });
}

function textsOf(schema: JsonSchema, ids: readonly string[], name: string): fc.Arbitrary<string> {
  const id = ids.length > 0 ? fc.constantFrom(...ids) : fc.uuid();
  if (schema.format === "uuid" || name === "id" || name.endsWith("_id")) {
    return fc.oneof({ arbitrary: id, weight: 4 }, { arbitrary: fc.uuid(), weight: 1 });
  }
  if (schema.format === "date-time") return fc.constant("2026-11-21T09:00:00Z");
  if (schema.format === "date") return fc.constant("2026-11-21");
  const max = numberIn(schema.maxLength, 40);
  const text = fc.string({ unit: "grapheme", maxLength: Math.min(max, 40) });
  return fc.oneof(LABELS, text).map((each) => [...each].slice(0, max).join(""));
}
