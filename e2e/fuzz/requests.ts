import type { Caller } from "@/e2e/access/callers";
import { REQUESTED_PATH_HEADER } from "@/lib/auth/sign-in/return-path";
import { SIGNATURE_HEADER } from "@/lib/contract/events";
import { REPORT_IDS } from "@/lib/features/reports/rules/report-table";
import { openRng, type Rng } from "@/lib/platform/seeded-random";
import { actionBody, type Body, bodyFrom, nameFrom, type RandomInput, textFrom } from "./bodies";
import type { Target } from "./targets";
import { barelyEncoded, encoded, oddText } from "./unusual-texts";

/** One request as sent. The same seed and number reproduce it, given the same ids. */
export type Shot = {
  number: number;
  target: Target;
  caller: Caller;
  method: string;
  /** With its query, as in the request line. */
  path: string;
  headers: readonly (readonly [string, string])[];
  body: Buffer | null;
  /** The malformation of a request written by hand. Null: none. */
  broken: Breakage | null;
  /** Next tries to decode an action's arguments from the body, which cannot be decoded. */
  undecodable: boolean;
};

export const BREAKAGES = [
  ...([
    "body shorter than said",
    "body longer than said",
    "two lengths",
    "length and chunks",
    "bad chunk",
  ] as const),
  ...([
    "NUL in the path",
    "no host",
    "two hosts",
    "bare line feeds",
    "header of 70 kB",
    "bytes that are no text",
  ] as const),
  ...(["HTTP/1.0", "HTTP/9.9", "no request at all", "absolute address of elsewhere"] as const),
  ...(["OPTIONS *", "upgrade to WebSocket", "upgrade to HTTP/2"] as const),
] as const;
export type Breakage = (typeof BREAKAGES)[number];

/** The ids used in requests. `readable`: ids that may be read. `changeable`: ids that may also be changed. */
export type Aims = {
  targets: readonly Target[];
  callers: readonly Caller[];
  readable: readonly string[];
  changeable: readonly string[];
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];
const NEXTAUTH = [
  "session",
  "csrf",
  "providers",
  "signin",
  "signout",
  "callback/credentials",
  "callback/oidc",
  "error",
  "_log",
];
const PLACES: Readonly<Record<string, readonly string[]>> = {
  report: REPORT_IDS,
  page: ["plan", "inbox", "requests", "reconciliation", "connection", "webhooks", "you"],
  nextauth: NEXTAUTH,
};

function placeText(name: string, drawn: RandomInput, caller: Caller): string {
  const { chance } = drawn;
  if (name === "token" && chance.hit(0.7)) return caller.token?.text ?? "A".repeat(43);
  const known = PLACES[name];
  if (known && chance.hit(0.8)) return chance.pick(known);
  return chance.hit(0.6) && drawn.ids.length > 0 ? chance.pick(drawn.ids) : oddText(chance);
}

/** `bent`: the path is no longer the target's own. */
function pathFrom(target: Target, drawn: RandomInput, caller: Caller): { path: string; bent: boolean } {
  const { chance } = drawn;
  const filled = target.address.replace(
    /\[(?:\.\.\.)?(\w+)(?:=([^\]]+))?\]/g,
    (_, name: string, value?: string) => {
      const text = value ?? placeText(name, drawn, caller);
      if (name === "nextauth") return text.split("/").map(encoded).join("/");
      return chance.hit(0.8) ? encoded(text) : barelyEncoded(text);
    },
  );
  if (chance.hit(0.93)) return { path: filled, bent: false };
  const path = chance.pick([
    `/${filled}`,
    `${filled}/`,
    `${filled}.rsc`,
    `${filled}.segments/_tree.segment.rsc`,
    filled.toUpperCase(),
    `${filled}/${barelyEncoded(oddText(chance))}`,
    filled.replace("/", "/.%2f"),
    filled.replaceAll("/", "//"),
    `${filled}%00`,
    `${filled};a=b`,
    `/_next/data/x${filled}.json`,
    `/_next/image?url=${encoded(filled)}&w=64&q=75`,
    `/.%2e${filled}`,
  ]);
  return { path, bent: true };
}

function queryFrom(drawn: RandomInput): string {
  const { chance } = drawn;
  if (chance.hit(0.35)) return "";
  const pairs = Array.from({ length: chance.whole(1, 6) }, () => {
    const name = nameFrom(drawn);
    const odd = chance.hit(0.15)
      ? chance.pick([`${name}[]`, `${name}[a][b]`, `${name}.x`, "", "_rsc", "callbackUrl"])
      : name;
    const value = textFrom(drawn);
    const written = chance.hit(0.85) ? encoded(value) : barelyEncoded(value);
    return chance.hit(0.05) ? encoded(odd) : `${encoded(odd)}=${written}`;
  });
  const twice = chance.hit(0.15) ? [...pairs, ...pairs] : pairs;
  const huge = chance.hit(0.01) ? [...twice, `x=${"y".repeat(20_000)}`] : twice;
  return `?${huge.join("&")}`;
}

const ODD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: [
    "text/x-component",
    "application/json",
    "text/html",
    "*/*;q=nonsense",
    "",
    "text/event-stream",
    "image/*",
  ],
  "accept-encoding": ["gzip", "br", "deflate, gzip;q=0", "identity;q=0, *;q=0", "zstd", "nonsense"],
  "accept-language": ["*", "x-", "de-DE,;q=9", "en".repeat(400)],
  "if-none-match": ["*", '"x"', 'W/"x", "y"', '"', "x".repeat(3_000)],
  "if-modified-since": ["Sun, 22 Nov 2026 00:00:00 GMT", "nonsense", "0"],
  range: [
    "bytes=0-1",
    "bytes=-1",
    "bytes=9-1",
    "bytes=0-0,1-1,2-2",
    "lines=1-2",
    "bytes=99999999999999999999-",
  ],
  "x-forwarded-for": [
    "127.0.0.1",
    "::1",
    "10.0.0.1, 1.2.3.4",
    "nonsense",
    ",",
    "[::1]:99999",
    "a".repeat(2_000),
  ],
  "x-forwarded-host": ["evil.example", "evil.example, other.example", "", "a b", "[::", "evil.example:99999"],
  "x-forwarded-proto": ["https", "javascript", "http,https", ""],
  "x-forwarded-port": ["99999", "0", "x"],
  forwarded: ["for=127.0.0.1;host=evil.example;proto=https", "=;=;"],
  "x-peer-address": ["198.51.100.1", `127.0.0.1 ${"0".repeat(32)}`, "", ","],
  "retry-after": ["99999999999", "1764374400", "-1", "soon", "Sat, 28 Nov 2020 12:02:00 GMT"],
  host: ["evil.example", "upstream.example:3000", "localhost", "[::1]", "127.0.0.1:1", "a".repeat(500)],
  origin: ["https://evil.example", "null", "nonsense"],
  referer: ["https://evil.example/", "nonsense"],
  "sec-fetch-site": ["cross-site", "same-site", "none", "nonsense"],
  "sec-fetch-mode": ["navigate", "cors", "no-cors"],
  rsc: ["1", "0", "x"],
  "next-router-state-tree": [
    "%5B%22%22%5D",
    "[]",
    "%",
    "nonsense",
    encoded('["",{"children":["__PAGE__",{}]}]'),
    "[".repeat(500),
  ],
  "next-router-prefetch": ["1", "2", "x"],
  "next-router-segment-prefetch": ["/_tree", "/_full", "/nonsense", "%00"],
  "next-url": ["/board", "//evil.example", "%00", "x"],
  "next-action": ["x", "0".repeat(42), "7f".repeat(21), "%00"],
  "next-resume": ["1"],
  "next-html-request-id": ["x"],
  "x-nextjs-data": ["1"],
  "x-middleware-subrequest": [
    "middleware:middleware:middleware:middleware:middleware",
    "proxy:proxy:proxy:proxy:proxy",
    "src/proxy",
  ],
  "x-middleware-rewrite": ["/board"],
  "x-middleware-next": ["1"],
  "x-matched-path": ["/board", "/settings/people"],
  "x-invoke-path": ["/board"],
  "x-invoke-status": ["500"],
  "x-prerender-revalidate": ["x"],
  "x-http-method-override": ["DELETE", "PUT"],
  "x-original-url": ["/settings/people"],
  [REQUESTED_PATH_HEADER]: ["//evil.example", "/board"],
  [SIGNATURE_HEADER]: ["0".repeat(64), "x"],
  "content-encoding": ["gzip", "br", "nonsense"],
  cookie: ["next-auth.session-token=x", "a=b; a=c; =; ;;;", "__proto__=x", `x=${"y".repeat(3_000)}`],
  authorization: ["Bearer", "Bearer x", "Basic YTpi", `Bearer ${"A".repeat(43)}`, "Token x", "bearer  \t"],
  upgrade: ["websocket", "h2c"],
  te: ["trailers"],
  "max-forwards": ["0"],
};
const ODD_NAMES = Object.keys(ODD_HEADERS);

function headersFrom(
  drawn: RandomInput,
  caller: Caller,
  cookie: string | null,
  body: Body | null,
): [string, string][] {
  const { chance } = drawn;
  const headers = new Map<string, string>();
  if (cookie !== null) headers.set("cookie", cookie);
  if (caller.token && chance.hit(0.8)) headers.set("authorization", `Bearer ${caller.token.text}`);
  if (chance.hit(0.85)) headers.set("sec-fetch-site", "same-origin");
  if (body?.type) headers.set("content-type", body.type);
  for (const [name, value] of body?.headers ?? []) headers.set(name, value);
  if (chance.hit(0.12)) {
    headers.set("rsc", "1");
    headers.set("next-router-prefetch", "1");
  }
  const odd = chance.hit(0.4) ? chance.whole(1, 4) : 0;
  for (let n = 0; n < odd; n += 1) {
    const name = chance.pick(ODD_NAMES);
    headers.set(name, chance.pick(ODD_HEADERS[name] ?? [""]));
  }
  return [...headers];
}

/** Whether Next decodes an action's arguments from a post with these headers. */
const namesAction = (headers: readonly (readonly [string, string])[]): boolean =>
  headers.some(
    ([name, value]) =>
      name === "next-action" || (name === "content-type" && value.startsWith("multipart/form-data")),
  );

const seedOf = (seed: number, number: number) =>
  Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number, 0xc2b2ae35);

/** The caller of a target: mostly one that it may accept. */
function callerFor(target: Target, callers: readonly Caller[], rng: Rng): Caller {
  const kind = target.access.startsWith("token:") ? target.access.slice("token:".length) : null;
  const fitting = callers.filter((caller) =>
    kind === null ? caller.role !== null : caller.token?.kind === kind && caller.token.isValid,
  );
  return fitting.length > 0 && rng.hit(0.6) ? rng.pick(fitting) : rng.pick(callers);
}

/** Creates one request. `cookieOf` returns the header of a caller's cookie, or null for none. */
export async function makeShot(
  { targets, callers, readable, changeable }: Aims,
  { seed, number }: { seed: number; number: number },
  cookieOf: (caller: Caller) => Promise<string | null>,
): Promise<Shot> {
  const chance = openRng(seedOf(seed, number));
  const target = chance.pick(targets);
  const caller = callerFor(target, callers, chance);
  const method = chance.hit(0.9) ? target.method : chance.pick(METHODS);
  const changes = method !== "GET" && method !== "HEAD";
  const drawn = { chance, params: target.params, ids: changes ? changeable : readable };
  const acted = target.actionId !== null && changes ? actionBody(drawn, target.actionId) : null;
  const body = acted ?? (changes ? bodyFrom(drawn) : null);
  const { path, bent } = pathFrom(target, drawn, caller);
  const query = queryFrom(drawn);
  const headers = headersFrom(drawn, caller, await cookieOf(caller), body);
  if (acted?.named && target.actionId !== null && chance.hit(0.97)) {
    headers.push(["next-action", target.actionId], ["accept", "text/x-component"]);
  }
  const broken = chance.hit(0.03) ? chance.pick(BREAKAGES) : null;
  return {
    number,
    target,
    caller,
    method,
    path: `${path}${query}`,
    headers: lastOfEach(headers),
    body: body?.bytes ?? null,
    broken,
    undecodable:
      method === "POST" &&
      namesAction(headers) &&
      (target.kind !== "route" || bent) &&
      acted?.readable !== true,
  };
}

const lastOfEach = (headers: readonly (readonly [string, string])[]) => [
  ...new Map(headers.map(([name, value]) => [name, value])),
];
