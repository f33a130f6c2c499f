import { gzipSync } from "node:zlib";
import type { Rng } from "@/lib/platform/seeded-random";
import type { QueryParameters } from "./query-parameters";
import { encoded, oddText } from "./unusual-texts";

/** A request body with its declared type and further headers. */
export type Body = { type: string | null; bytes: Buffer; headers?: readonly (readonly [string, string])[] };

/** The sources of random values: words that a target accepts, ids that may be changed, and a random generator. */
export type RandomInput = { chance: Rng; params: QueryParameters; ids: readonly string[] };

const UNNAMED = ["id", "ids", "q", "address", "data", "token", "__proto__", "constructor"];

export const nameFrom = ({ chance, params: text }: RandomInput): string =>
  text.names.length > 0 && chance.hit(0.85) ? chance.pick(text.names) : chance.pick(UNNAMED);

/** A random text: an id, a word that the target accepts, a small number, or an unusual text. */
export function textFrom({ chance, params: text, ids }: RandomInput): string {
  const way = chance.between(0, 1);
  if (way < 0.3 && ids.length > 0) return chance.pick(ids);
  if (way < 0.5 && text.values.length > 0) return chance.pick(text.values);
  if (way < 0.6) return String(chance.whole(-2, 40));
  return oddText(chance);
}

/** A random JSON value of any shape. */
function valueFrom(drawn: RandomInput, depth = 0): unknown {
  const { chance } = drawn;
  const way = chance.between(0, 1);
  if (depth > 4 || way < 0.5) return textFrom(drawn);
  if (way < 0.6) return chance.pick([0, -1, 1.5, 2 ** 53, -(2 ** 31) - 1, 1e308, 3, 100_000]);
  if (way < 0.7) return chance.pick([null, true, false]);
  const parts = Array.from({ length: chance.whole(0, 5) }, () => valueFrom(drawn, depth + 1));
  if (way < 0.85) return parts;
  return Object.fromEntries(parts.map((part) => [nameFrom(drawn), part]));
}

const fieldsFrom = (drawn: RandomInput): [string, string][] => {
  const { chance, params: text } = drawn;
  const all = chance.hit(0.5) ? text.names.slice(0, 40) : [];
  const some = Array.from({ length: chance.whole(0, 6) }, () => nameFrom(drawn));
  return [...all, ...some].map((name) => [name, textFrom(drawn)]);
};

/** Malformed JSON: duplicate names, prototype names, excessive depth, truncated text. */
function oddJson(drawn: RandomInput): string {
  const { chance } = drawn;
  const whole = JSON.stringify(Object.fromEntries(fieldsFrom(drawn)));
  return chance.pick([
    () => whole.slice(0, chance.whole(0, whole.length)),
    () => `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    () => `{"value":${"[".repeat(200_000)}"a"${"]".repeat(200_000)}}`,
    () => `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
    () => '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}',
    () => '{"ids":["a"],"ids":[["b"]],"id":{"$ne":null}}',
    () => JSON.stringify("\ud800"),
    () => '"\ud83d"',
    () => `{"ids":[${'"x",'.repeat(3_000)}"x"]}`,
    () => "\ufeff{}",
    () => "",
    () => "1e999",
  ])();
}

const BOUNDARY = "----fuzz";

/** Parts of a form as a browser encodes them, with a file where one is needed. */
export function multipartOf(
  fields: readonly (readonly [string, string])[],
  file: Buffer | null = null,
): Buffer {
  const parts = fields.flatMap(([name, value]) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', "%22")}"\r\n\r\n${value}\r\n`,
  ]);
  const last = file
    ? [
        Buffer.from(
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="../../a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
        ),
        file,
        Buffer.from("\r\n"),
      ]
    : [];
  return Buffer.concat([
    ...parts.map((part) => Buffer.from(part)),
    ...last,
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

function multipartFrom(drawn: RandomInput): Body {
  const { chance } = drawn;
  const file = chance.hit(0.4)
    ? Buffer.from(`${chance.pick(["%PDF-1.7\n", "PK\u0003\u0004", "<svg>", ""])}${oddText(chance)}`)
    : null;
  const bytes = multipartOf(fieldsFrom(drawn), file);
  const cut = chance.hit(0.25) ? bytes.subarray(0, chance.whole(0, bytes.length)) : bytes;
  return { type: chance.hit(0.1) ? "multipart/form-data" : MULTIPART, bytes: cut };
}

const urlencoded = (drawn: RandomInput): Buffer =>
  Buffer.from(
    fieldsFrom(drawn)
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join("&"),
  );

function zipped(drawn: RandomInput): Body {
  const bytes = gzipSync(JSON.stringify(valueFrom(drawn)));
  const cut = bytes.subarray(0, drawn.chance.whole(1, bytes.length));
  return { type: "application/json", bytes: cut, headers: [["content-encoding", "gzip"]] };
}

const TYPES = [
  ...["application/json", "application/json; charset=utf-16", "text/plain", "text/html", "application/xml"],
  ...[
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "*/*",
    "x",
  ],
  ...["application/octet-stream", "text/csv", "application/vnd.api+json", "text/plain;charset=nonsense", ""],
];

/** A body of any kind, with the correct type, a wrong type or none. */
export function bodyFrom(drawn: RandomInput): Body {
  const { chance } = drawn;
  const created: Body = chance.pick<() => Body>([
    () => ({
      type: "application/json",
      bytes: Buffer.from(JSON.stringify(Object.fromEntries(fieldsFrom(drawn)))),
    }),
    () => ({
      type: "application/json",
      bytes: Buffer.from(
        JSON.stringify(Object.fromEntries(drawn.params.names.map((name) => [name, valueFrom(drawn)]))),
      ),
    }),
    () => ({ type: "application/json", bytes: Buffer.from(JSON.stringify(valueFrom(drawn)) ?? "") }),
    () => ({ type: "application/json", bytes: Buffer.from(oddJson(drawn)) }),
    () => ({ type: "application/x-www-form-urlencoded", bytes: urlencoded(drawn) }),
    () => multipartFrom(drawn),
    () => zipped(drawn),
    () => ({ type: "text/plain", bytes: Buffer.from(oddText(chance)) }),
    () => ({
      type: "application/octet-stream",
      bytes: Buffer.from(Array.from({ length: chance.whole(0, 600) }, () => chance.whole(0, 255))),
    }),
    () => ({ type: null, bytes: Buffer.alloc(0) }),
  ])();
  return chance.hit(0.12) ? { ...created, type: chance.pick(TYPES) } : created;
}

/** JSON in the encoding of action arguments. A text that looks like a reference is escaped. */
const asArguments = (args: readonly unknown[]): string =>
  JSON.stringify(args, (_, value) =>
    typeof value === "string" && value.startsWith("$") ? `$${value}` : value,
  );

/** Invalid references in React's argument encoding: missing parts, parts of another kind, cycles. */
const REFERENCES = [
  ...[
    '["$K1"]',
    '["$K9"]',
    '["$F1"]',
    '["$h1"]',
    '["$Q1"]',
    '["$W1"]',
    '["$B1"]',
    '["$@1"]',
    '["$@0"]',
    '["$0"]',
  ],
  ...['["$1:constructor:constructor"]', '["$1:__proto__:then"]', '["$T"]', '["$i1"]', '["$n1e9"]', '["$D"]'],
  ...[
    '["$R1"]',
    '["$r1"]',
    '["$X1"]',
    '["$A1"]',
    '["$Snonsense"]',
    '["$undefined"]',
    '["$-Infinity"]',
    "[",
    "$1",
  ],
  ...['{"then":"$1:__proto__:then","status":"resolved_model","value":"{}"}', "[null,null]", '"$L1"', ""],
];

/** `named`: whether the action's id is in the headers. `readable`: whether React can decode arguments from the body. */
export type ActionBody = Body & { named: boolean; readable: boolean };

/** A body for a server action: mostly a page's form with random fields, otherwise one that no page would send. */
export function actionBody(drawn: RandomInput, actionId: string): ActionBody {
  const { chance } = drawn;
  const fields = fieldsFrom(drawn);
  const way = chance.between(0, 1);
  const state = JSON.stringify({ done: null, problem: null, fields: {}, values: {} });
  if (way < 0.65) {
    const form = fields.map(([name, value]): [string, string] => [`_1_${name}`, value]);
    const bytes = multipartOf([...form, ["0", `[${state},"$K1"]`]]);
    return { type: MULTIPART, bytes, named: true, readable: true };
  }
  if (way < 0.75) {
    const reference: [string, string][] = [
      ["$ACTION_REF_1", ""],
      ["$ACTION_1:0", JSON.stringify({ id: actionId, bound: "$@1" })],
      ["$ACTION_1:1", `[${state}]`],
      ["$ACTION_KEY", chance.hit(0.5) ? "k1" : oddText(chance)],
    ];
    return { type: MULTIPART, bytes: multipartOf([...reference, ...fields]), named: false, readable: true };
  }
  if (way < 0.82) {
    const args = [valueFrom(drawn), valueFrom(drawn)].slice(0, chance.whole(0, 2));
    return {
      type: "text/plain;charset=UTF-8",
      bytes: Buffer.from(asArguments(args)),
      named: true,
      readable: true,
    };
  }
  if (way < 0.92) {
    const parts: [string, string][] = [
      ["1", chance.pick(REFERENCES)],
      ["0", chance.pick(REFERENCES)],
    ];
    return { type: MULTIPART, bytes: multipartOf([...parts, ...fields]), named: true, readable: false };
  }
  return { ...bodyFrom(drawn), named: chance.hit(0.8), readable: false };
}
