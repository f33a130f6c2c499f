import fc from "fast-check";
import { badDocuments } from "./bad-documents";
import { asCase, type Case, type Drawing } from "./cases";
import { SPOILT } from "./json-mutations";
import { bodies, jsonBuffer, withQuery } from "./random-requests";

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

const BAD_PAGES = ["0", "-1", "1.5", "1e3", "x", "", " ", "99999999999999999999", "0x10", "١", "1;drop"];
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
          query("page[number]", "a page that is none", [...BAD_PAGES, "1000001"]),
          query("page[size]", "a page size that is none", BAD_PAGES),
        ]),
    ...(operation.include === undefined ? [] : [query("include", "an unknown include", BAD_INCLUDES)]),
  ];
}

/** Faults that apply to any body, independent of its content. */
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

/** Requests to one operation that must be rejected, with the expected rejection. */
export function surelyRefused(drawing: Drawing): fc.Arbitrary<Case> {
  return fc.oneof(
    withoutKey(drawing),
    ...badId(drawing),
    ...elsewhere(drawing),
    ...badQuery(drawing),
    ...badBody(drawing),
    ...badDocuments(drawing),
  );
}
