import { type Caller, OTHER_CUSTOMER } from "@/e2e/access/callers";
import type { Shot } from "./requests";
import type { HttpResponse } from "./send";

/** Unique texts that were planted, by the callers that may receive them. */
export type Planted = {
  /** Must not appear in any response: keys, hashes, database passwords. */
  secrets: readonly string[];
  /** Internal texts of the dashboard: for dashboard users and their feeds and API tokens. */
  internal: readonly string[];
  /** Texts of another customer: for that customer and for dashboard users. */
  others: readonly string[];
};

/** A problem in a response: its kind for counting, and the matched text. */
export type Finding = { kind: string; seen: string };

/** Server internals in a response: paths, stacks, queries, database or network errors. */
const MACHINE: readonly (readonly [string, RegExp])[] = [
  [
    "a path of the server",
    /\/node_modules\/|file:\/\/\/(?:app|home|opt|root|srv|tmp|usr|var|work)\/\w|\/proc\/self|webpack-internal:/,
  ],
  ["a stack", /\bat (?:async )?[\w.<>$[\] ]+ \((?:\/|file:|node:|\.next|app\/|lib\/)[^)]*:\d+|\.tsx?:\d+/],
  [
    "SQL",
    /\bselect\b[^<]{1,200}\bfrom "|\binsert into "|\bFailed query\b|syntax error at or near|relation "\w+" does not/i,
  ],
  [
    "the database's words",
    /duplicate key value|violates \w+[- ]\w* ?constraint|invalid input syntax for|invalid byte sequence|value out of range/i,
  ],
  ["the network's words", /\bE(?:CONNREFUSED|CONNRESET|NOTFOUND|PIPE)\b|getaddrinfo/],
  [
    "words of a program's error",
    /\b(?:TypeError|RangeError|ReferenceError|SyntaxError|ZodError|URIError)\b|Cannot read propert|is not a function/,
  ],
];

/** The message of the app's pages, routes and actions for an unexpected error. */
const UNEXPECTED = /Something went wrong/;
/** A part of a page that failed to render. Redirects and not-found parts have other markers. */
const BROKEN_PART = /data-dgst="\d+|\bE\{\\?"digest\\?":\\?"\d+/;

const isOfDashboard = ({ role, token }: Caller): boolean =>
  (role !== null && role !== "customer") ||
  (token?.isValid === true && ["wall", "calendar", "api"].includes(token.kind));

/** The target of a redirect to another origin. Null: no redirect or the same origin. */
function leadsAway({ headers }: HttpResponse, origin: string): string | null {
  const location = [headers.location].flat()[0];
  if (location === undefined) return null;
  try {
    return new URL(location, origin).origin === origin ? null : location;
  } catch {
    return location;
  }
}

/** The server ends the connection for a longer path before it reads the path. */
const MAX_PATH = 15_000;

/** Whether a response contains a text, plain or JSON-escaped. */
const isIn = (text: string, response: string): boolean =>
  response.includes(text) || response.includes(JSON.stringify(text).slice(1, -1));

/** A text without the parts that repeat the request, because a page may show its request. */
function withoutEcho(text: string, { path }: Shot): string {
  const echoed = [path, ...path.split(/[?&=/]/)].filter((part) => part.length > 7);
  return echoed.reduce((left, part) => left.replaceAll(part, ""), text);
}

/** Returns the problems in a response. Empty: none. */
export function judge(shot: Shot, response: HttpResponse, planted: Planted, origin: string): Finding[] {
  const { status, headers, late } = response;
  const found: Finding[] = [];
  const notify = (kind: string, seen: string) => found.push({ kind, seen: seen.slice(0, 300) });
  const text = withoutEcho(response.text, shot);
  if (late) notify("no answer in time", `status ${status}`);
  const said503 = status === 503 && headers["retry-after"] !== undefined;
  // Next itself responds to arguments that it cannot decode (docs/decisions/0025).
  const isUndecoded = status === 500 && shot.undecodable;
  if (status >= 500 && !said503 && !isUndecoded) notify(`status ${status}`, text);
  const tooLong = shot.path.length > MAX_PATH;
  if (status === 0 && !late && shot.broken === null && !tooLong)
    notify("connection ended without an answer", "");
  for (const secret of planted.secrets)
    if (response.text.includes(secret)) notify("a secret", secret.slice(0, 4));
  const reported = `${JSON.stringify(headers)}\n${text}`;
  for (const [kind, pattern] of MACHINE) {
    const match = pattern.exec(reported);
    if (match) notify(kind, reported.slice(Math.max(0, match.index - 100), match.index + 150));
  }
  if (UNEXPECTED.test(text))
    notify("an unexpected failure", text.slice(Math.max(0, text.search(UNEXPECTED) - 50)));
  const part = BROKEN_PART.exec(text);
  if (part && status < 400)
    notify("a part of a page that broke", text.slice(Math.max(0, part.index - 100), part.index + 150));
  const away = leadsAway(response, origin);
  if (away !== null) notify("leads away", away);
  if (!isOfDashboard(shot.caller)) {
    for (const mark of planted.internal) if (isIn(mark, response.text)) notify("what is internal", mark);
    if (shot.caller.name !== OTHER_CUSTOMER)
      for (const mark of planted.others)
        if (isIn(mark, response.text)) notify("what is another customer's", mark);
  }
  return found;
}
