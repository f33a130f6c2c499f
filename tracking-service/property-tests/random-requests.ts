import fc from "fast-check";
import type { Case, Drawing } from "./cases";
import { damaged, ODD, TAMPERED } from "./json-mutations";
import { addresses, type KnownIds } from "./known-ids";
import type { Described } from "./operations";
import { valuesOf } from "./schema-values";

export const jsonBuffer = (value: unknown) => Buffer.from(JSON.stringify(value));

export function withQuery(path: string, parameters: readonly (readonly [string, string])[]): string {
  const [bare = "", query = ""] = path.split("?");
  const all = new URLSearchParams(query);
  for (const [name, value] of parameters) all.append(name, value);
  return all.size === 0 ? bare : `${bare}?${all}`;
}

/** Bodies that match the operation's schema. */
export function bodies({ body }: Described, ids: readonly string[]): fc.Arbitrary<unknown> {
  return body?.json ? valuesOf(body.schema, ids) : fc.constant(null);
}

function addressesOf(described: Described, known: KnownIds, ids: readonly string[]): fc.Arbitrary<string> {
  const own = addresses(described.path, known);
  const any = ids.length > 0 ? fc.constantFrom(...ids) : fc.uuid();
  const others = fc.tuple(any, any).map(([first, second]) => {
    let input = [first, second];
    return described.path.replace(/\{\w+\}/g, () => {
      const [next = first, ...rest] = input;
      input = rest;
      return next;
    });
  });
  if (own.length === 0) return others;
  return fc.oneof({ arbitrary: fc.constantFrom(...own), weight: 6 }, { arbitrary: others, weight: 1 });
}

/** Requests without a known fault, generated only from the description. */
export function plainRequests(
  described: Described,
  known: KnownIds,
  ids: readonly string[],
  key: string,
): fc.Arbitrary<Case> {
  const { body, method } = described;
  const authorized = { Authorization: `Token ${key}` };
  return fc.tuple(addressesOf(described, known, ids), bodies(described, ids)).map(([path, document]) => ({
    request: {
      method,
      path,
      headers: body ? { ...authorized, "Content-Type": body.mediaType } : authorized,
      body: body?.json ? jsonBuffer(document) : null,
    },
    fault: null,
  }));
}

const PARAMETER_VALUES = [
  "",
  "true",
  "false",
  "1",
  "30",
  "1000",
  "-5",
  "succeeded",
  "created",
  "2026-11-21",
  "2026-02-30",
  "2026-11-21T09:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "0000-01-01",
  "USLAX",
  "shipment",
  "shipment.containers.shipment.containers.shipment",
  "containers,shipment,party_roles.party",
  "%",
  "_",
  "\\",
  "'; --",
  "é".repeat(400),
  "x".repeat(1_001),
  "\u{1F6A2}",
  "\u202Etxt",
  "[object Object]",
];

const ODD_HEADERS: readonly Record<string, string>[] = [
  {},
  {},
  {},
  { Accept: "text/html;q=0.1, */*;q=0" },
  { Accept: "application/vnd.api+json; ext=bulk" },
  { "Content-Type": "application/json; charset=latin1" },
  { "Content-Type": 'application/vnd.api+json; charset=utf-8; x="y"' },
  { "Content-Encoding": "gzip" },
  { "Transfer-Encoding": "chunked" },
  { Expect: "100-continue" },
  { Upgrade: "websocket", Connection: "Upgrade" },
  { "If-None-Match": "*", "If-Match": '"x"', Range: "bytes=0-1" },
  { "X-Forwarded-For": "127.0.0.1, ::1", "X-HTTP-Method-Override": "DELETE" },
  { Host: "example.com:99999" },
  { Host: "" },
  { Cookie: `${"a=b; ".repeat(500)}` },
  { "X-Long": "y".repeat(8_000) },
  { Origin: "null", "Access-Control-Request-Method": "PATCH" },
];

/** Builds a body in valid or invalid form. `raw` selects the variation. */
function bodyOf({ body }: Described, document: unknown, raw: Uint8Array): Buffer | null {
  if (body?.json) return Buffer.from((TAMPERED[raw.length % 16] ?? String)(JSON.stringify(document)));
  if (body) return Buffer.from(raw);
  return raw.length % 3 === 0 ? jsonBuffer(ODD[raw.length % ODD.length] ?? null) : null;
}

/** Random requests: unusual parameters, damaged documents, unexpected headers. */
export function randomRequests({ described, ids, plain }: Drawing): fc.Arbitrary<Case> {
  const names = fc.constantFrom(
    ...described.parameters,
    "page[number]",
    "page",
    "filter[x][y]",
    "include",
    "__proto__",
    "q",
  );
  const parameter = fc.tuple(
    names,
    fc.oneof(fc.constantFrom(...PARAMETER_VALUES), fc.string({ unit: "grapheme" })),
  );
  const documents = damaged(bodies(described, ids));
  const bytes = fc.uint8Array({ maxLength: 300 });
  const drawn = fc.tuple(
    plain,
    fc.array(parameter, { maxLength: 3 }),
    documents,
    fc.constantFrom(...ODD_HEADERS),
    bytes,
  );
  return drawn.map(([{ request }, parameters, document, headers, raw]) => {
    const chunked = "Transfer-Encoding" in headers;
    const body = bodyOf(described, document, raw);
    return {
      request: {
        ...request,
        path: withQuery(request.path, parameters),
        headers: chunked && body === null ? request.headers : { ...request.headers, ...headers },
        body,
      },
      fault: null,
    };
  });
}
