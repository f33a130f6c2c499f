import fc from "fast-check";
import { asCase, type Case, type Drawing } from "./cases";
import { put, UNSTORABLE } from "./json-mutations";
import type { JsonSchema } from "./operations";
import { bodies, jsonBuffer } from "./random-requests";
import { memberOf, membersOf, requires } from "./schema-members";

const DEEP = `${'{"d":'.repeat(40)}1${"}".repeat(40)}`;

/** Requests with a fault inside their JSON:API document. */
export function badDocuments({ described, plain, ids }: Drawing): fc.Arbitrary<Case>[] {
  const { body } = described;
  const data = body?.json ? memberOf(body.schema, "data") : null;
  if (!data) return [];
  const documents = bodies(described, ids);
  const changed = (name: string, place: string[], values: readonly unknown[], statuses = [400]) => {
    const fault = { name, statuses, names: { pointer: `/${place.join("/")}` } };
    return fc.tuple(plain, documents, fc.constantFrom(...values)).map(([base, document, value]) => {
      return asCase(fault, base, { body: jsonBuffer(put(document, place, value)) });
    });
  };
  const attributes = memberOf(data, "attributes");
  const relationships = memberOf(data, "relationships");
  return [
    changed("data missing or wrong", ["data"], [undefined, null, 1, "x", true]),
    changed(
      "type missing or wrong",
      ["data", "type"],
      [undefined, null, 1, "", "nothing", [], {}, "Shipment"],
    ),
    ...(requires(data, "attributes")
      ? [changed("attributes missing or wrong", ["data", "attributes"], [undefined, null, 1, "x", [1], true])]
      : []),
    ...membersOf(attributes).flatMap((name) => badAttribute(name, memberOf(attributes, name), changed)),
    ...membersOf(relationships).map((name) =>
      changed(
        "a relationship of a wrong type",
        ["data", "relationships", name],
        [
          { data: { type: "vessel", id: ids[0] ?? "x" } },
          { data: { type: 1, id: "x" } },
          { data: 5 },
          "x",
          5,
        ],
      ),
    ),
    fc.tuple(plain, documents, fc.constantFrom(...UNSTORABLE)).map(([base, document, text]) => {
      const fault = {
        name: "NUL or half a surrogate pair",
        statuses: [400],
        names: { pointer: "/data/related" },
      };
      const spoilt = JSON.stringify(document).replace(
        '"data":{',
        `"data":{"related":${JSON.stringify(text)},`,
      );
      return asCase(fault, base, { body: Buffer.from(spoilt) });
    }),
    fc.tuple(plain, documents).map(([base, document]) => {
      const fault = { name: "deep nesting", statuses: [400], names: { pointer: "/data/related" } };
      const spoilt = JSON.stringify(document).replace('"data":{', `"data":{"related":${DEEP},`);
      return asCase(fault, base, { body: Buffer.from(spoilt) });
    }),
  ];
}

type Change = (
  name: string,
  place: string[],
  values: readonly unknown[],
  statuses?: number[],
) => fc.Arbitrary<Case>;

const SAMPLES: Record<string, unknown> = {
  string: "x",
  number: 1.5,
  boolean: true,
  object: { a: 1 },
  array: [{}],
};

function badAttribute(name: string, schema: JsonSchema | null, changed: Change): fc.Arbitrary<Case>[] {
  const types = [schema?.type ?? []].flat().map(String);
  if (!schema || types.length === 0) return [];
  const place = ["data", "attributes", name];
  const taken = (type: string) => types.includes(type) || (type === "number" && types.includes("integer"));
  const wrong = Object.keys(SAMPLES)
    .filter((type) => !taken(type))
    .map((type) => SAMPLES[type]);
  const max = typeof schema.maxLength === "number" ? schema.maxLength : null;
  return [
    changed(`${name} of a wrong JSON type`, place, wrong),
    ...(max === null
      ? []
      : [changed(`${name} too long`, place, ["x".repeat(max + 1), "ü".repeat(max * 3)], [422])]),
    ...(types.includes("array") && typeof schema.maxItems === "number"
      ? [changed(`${name} of too many`, place, [Array(schema.maxItems + 1).fill("x")], [422, 400])]
      : []),
  ];
}
