import fc from "fast-check";
import { put, SPOILT, UNSTORABLE } from "./json-damage";
import type { Described, JsonSchema } from "./operations";
import { bodies, type Case, type Drawing, jsonBuffer, withQuery } from "./random-requests";

/** A fault that has to be refused, whatever else is in the request. */
type Fault = {
  name: string;
  statuses: number[];
  /** The error has to name what is wrong: the pointer or parameter begins so. */
  names?: { pointer: string } | { parameter: string };
};

const memberOf = (schema: unknown, name: string): JsonSchema | null => {
  if (typeof schema !== "object" || schema === null || !("properties" in schema)) return null;
  const { properties } = schema;
  if (typeof properties !== "object" || properties === null) return null;
  const member: unknown = Object.getOwnPropertyDescriptor(properties, name)?.value;
  return typeof member === "object" && member !== null ? { ...member } : null;
};
const membersOf = (schema: unknown): string[] => {
  if (typeof schema !== "object" || schema === null || !("properties" in schema)) return [];
  const { properties } = schema;
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
};
const requires = (schema: JsonSchema | null, name: string) =>
  Array.isArray(schema?.required) && schema.required.includes(name);

const asCase = (fault: Fault, base: Case, change: Partial<Case["request"]>): Case => ({
  request: { ...base.request, ...change },
  fault,
});

const NO_KEY: readonly (Record<string, string> | null)[] = [
  null,
  { Authorization: "" },
  { Authorization: "Token" },
  { Authorization: "Bearer abc" },
  { Authorization: 'Token "abc"' },
  { Authorization: "Token a b" },
  { Authorization: `Token ${"x".repeat(4_000)}` },
  { Authorization: "Token \u00e9\u00ff" },
];

function withoutKey(drawing: Drawing): fc.Arbitrary<Case> {
  const fault = { name: "no key", statuses: [401] };
  return fc.tuple(drawing.plain, fc.constantFrom(...NO_KEY)).map(([base, headers]) => {
    const { Authorization: _, ...others } = base.request.headers;
    return asCase(fault, base, { headers: { ...others, ...headers } });
  });
}

const BAD_IDS = [
  "not-a-uuid",
  "%00",
  "%ff",
  "%ED%A0%80",
  "%E0%A4%A",
  "0".repeat(3_000),
  "..%2f..",
  "'",
  "%20",
  "null",
];

function badId({ described, plain }: Drawing): fc.Arbitrary<Case>[] {
  if (!described.path.includes("{")) return [];
  const raw = described.operation.rawBody ? [413, 415] : [];
  const fault = { name: "an id that names nothing", statuses: [404, 400, 422, ...raw] };
  const ids = fc.oneof(fc.constantFrom(...BAD_IDS), fc.uuid());
  return [
    fc.tuple(plain, ids).map(([base, id]) => {
      const [, query = ""] = base.request.path.split("?");
      const path = described.path.replace(/\{\w+\}/, id).replaceAll(/\{\w+\}/g, "x");
      return asCase(fault, base, { path: query === "" ? path : `${path}?${query}` });
    }),
  ];
}

function elsewhere({ described, plain, allowed }: Drawing): fc.Arbitrary<Case>[] {
  const nowhere = { name: "an address without anything", statuses: [404] };
  const method = { name: "a method that is not possible", statuses: [405] };
  const METHODS = [
    "GET",
    "POST",
    "PATCH",
    "DELETE",
    "PUT",
    "OPTIONS",
    "PROPFIND",
    "PURGE",
    "LOCK",
    "TRACE",
    "SEARCH",
  ];
  const others = METHODS.filter((each) => !allowed.has(each));
  const tails = fc.constantFrom("/nowhere/at/all", "/%00/x/y", "//x/y/z", "/ü/1/2".normalize(), "/*/*/*");
  return [
    fc
      .tuple(plain, tails)
      .map(([base, tail]) =>
        asCase(nowhere, base, { path: `/nowhere${encodeURI(decodeURIComponent(tail))}` }),
      ),
    fc.tuple(plain, fc.constantFrom(...others)).map(([base, each]) => {
      const bare = described.path.includes("{") ? [405, 404] : [405];
      return asCase({ ...method, statuses: bare }, base, { method: each });
    }),
  ];
}

const BAD_PAGES = [
  "0",
  "-1",
  "1.5",
  "1e3",
  "x",
  "",
  " ",
  "99999999999999999999",
  "1000001",
  "0x10",
  "١",
  "1;drop",
];
const BAD_INCLUDES = [
  "nothing",
  "shipment.nothing",
  "__proto__",
  "constructor",
  ".",
  "a..b",
  "x.".repeat(300),
  "containers'",
];

function badQuery({ described, plain }: Drawing): fc.Arbitrary<Case>[] {
  const { operation } = described;
  const query = (parameter: string, name: string, values: readonly string[]) => {
    const fault = { name, statuses: [400], names: { parameter } };
    return fc
      .tuple(plain, fc.constantFrom(...values))
      .map(([base, value]) =>
        asCase(fault, base, { path: withQuery(base.request.path, [[parameter, value]]) }),
      );
  };
  const named = described.parameters[0] ?? "anything";
  const nul = { name: "NUL in the query", statuses: [400], names: { parameter: named } };
  return [
    plain.map((base) =>
      asCase(nul, base, { path: withQuery(base.request.path.split("?")[0] ?? "", [[named, "a\0b"]]) }),
    ),
    ...(operation.pageSize === undefined
      ? []
      : [
          query("page[number]", "a page that is none", BAD_PAGES),
          query("page[size]", "a page size that is none", [...BAD_PAGES, "1001"]),
        ]),
    ...(operation.include === undefined ? [] : [query("include", "an unknown include", BAD_INCLUDES)]),
  ];
}

/** Faults of any body, whatever it is about. */
function badBody({ described, plain }: Drawing): fc.Arbitrary<Case>[] {
  const { body } = described;
  if (!body?.json) return [];
  const types = [
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "",
    "application/vnd.api",
    "*/*",
    "x",
  ];
  const malformed = { name: "malformed JSON", statuses: [400] };
  const media = { name: "a wrong media type", statuses: [415] };
  const large = { name: "more than 1 MB", statuses: [413] };
  const bare = { name: "a body that is no object", statuses: [400], names: { pointer: "" } };
  const documents = bodies(described, []);
  return [
    fc
      .tuple(plain, documents, fc.constantFrom(...SPOILT))
      .map(([base, document, spoil]) => asCase(malformed, base, { body: spoil(JSON.stringify(document)) })),
    fc
      .tuple(plain, fc.constantFrom(...types))
      .map(([base, type]) =>
        asCase(media, base, { headers: { ...base.request.headers, "Content-Type": type } }),
      ),
    fc
      .tuple(plain, fc.constantFrom(null, [], [1], "text", 7, true))
      .map(([base, value]) => asCase(bare, base, { body: jsonBuffer(value) })),
    fc
      .tuple(plain, fc.constantFrom(1_000_001, 1_200_000))
      .map(([base, size]) => asCase(large, base, { body: jsonBuffer({ data: "x".repeat(size) }) })),
  ];
}

const DEEP = `${'{"d":'.repeat(40)}1${"}".repeat(40)}`;

/** Faults inside a JSON:API document. */
function badDocument({ described, plain, ids }: Drawing): fc.Arbitrary<Case>[] {
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
        names: { pointer: "/data/beside" },
      };
      const spoilt = JSON.stringify(document).replace(
        '"data":{',
        `"data":{"beside":${JSON.stringify(text)},`,
      );
      return asCase(fault, base, { body: Buffer.from(spoilt) });
    }),
    fc.tuple(plain, documents).map(([base, document]) => {
      const fault = { name: "deep nesting", statuses: [400], names: { pointer: "/data/beside" } };
      const spoilt = JSON.stringify(document).replace('"data":{', `"data":{"beside":${DEEP},`);
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
  const most = typeof schema.maxLength === "number" ? schema.maxLength : null;
  return [
    changed(`${name} of a wrong JSON type`, place, wrong),
    ...(most === null
      ? []
      : [changed(`${name} too long`, place, ["x".repeat(most + 1), "ü".repeat(most * 3)], [422])]),
    ...(types.includes("array") && typeof schema.maxItems === "number"
      ? [changed(`${name} of too many`, place, [Array(schema.maxItems + 1).fill("x")], [422, 400])]
      : []),
  ];
}

/** Requests to one operation that have to be refused, and how. */
export function surelyRefused(drawing: Drawing): fc.Arbitrary<Case> {
  return fc.oneof(
    withoutKey(drawing),
    ...badId(drawing),
    ...elsewhere(drawing),
    ...badQuery(drawing),
    ...badBody(drawing),
    ...badDocument(drawing),
  );
}

export type { Described, Fault };
