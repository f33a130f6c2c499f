import fc from "fast-check";

type Step = string | number;

/** The paths of all values in a document, starting with the document itself. */
export function placesIn(value: unknown, at: Step[] = []): Step[][] {
  if (value === null || typeof value !== "object") return [at];
  const members: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...members.flatMap(([step, member]) => placesIn(member, [...at, step]))];
}

/** Returns a copy of a document with the value at a path replaced. Undefined removes it. */
export function replaced(value: unknown, place: readonly Step[], by: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return by;
  if (Array.isArray(value)) {
    return value.flatMap((member, index) => {
      if (index !== step) return [member];
      const changed = replaced(member, rest, by);
      return changed === undefined ? [] : [changed];
    });
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (name !== step) return [[name, member]];
      const changed = replaced(member, rest, by);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}

/** Returns a copy of a document with a member set at a path. Missing objects on the path are created. */
export function put(value: unknown, [step, ...rest]: readonly Step[], member: unknown): unknown {
  if (step === undefined) return member;
  const object = value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  const there: unknown = Object.getOwnPropertyDescriptor(object, step)?.value;
  return { ...object, [step]: put(there, rest, member) };
}

/** Text that PostgreSQL cannot store. */
export const UNSTORABLE = ["\0", "before\0after", "\ud800", "\udfff tail", "🚢\ud83d"];

const deep = (levels: number): unknown => (levels === 0 ? "bottom" : { deeper: deep(levels - 1) });

/** Unexpected values that replace valid ones. */
export const ODD: readonly unknown[] = [
  undefined,
  null,
  "",
  " ",
  0,
  -1,
  1.5,
  2 ** 53 + 2,
  -1e308,
  true,
  [],
  {},
  [[]],
  { $ne: null },
  { toString: "x" },
  JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}'),
  "x".repeat(256),
  "x".repeat(100_000),
  "00000000-0000-4000-8000-000000000000",
  "a".repeat(60).split(""),
  deep(31),
  deep(60),
  ...UNSTORABLE,
];

/** Generated documents with up to three damaged values. */
export function damaged(documents: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const damage = fc.record({ place: fc.nat(), by: fc.constantFrom(...ODD) });
  return fc.tuple(documents, fc.array(damage, { maxLength: 3 })).map(([document, damages]) =>
    damages.reduce((value, { place, by }) => {
      const places = placesIn(value);
      return replaced(value, places[place % places.length] ?? [], by) ?? null;
    }, document),
  );
}

/** Unusual but valid JSON text of a document. */
export const TAMPERED: readonly ((text: string) => string)[] = [
  (text) => `\t\r\n ${text} \n`,
  (text) => text.replace("{", '{"data":{"type":"first"},'),
  (text) => text.replace('"attributes":{', '"attributes":{"ref_numbers":["first"],"ref_numbers":[],'),
  (text) => text.replace(/"[^"]*"(?=[,}])/, "1e999"),
  (text) => text.replace(/"[^"]*"(?=[,}])/, "-123456789012345678901234567890.5e-400"),
  (text) => text.replaceAll('"type"', '"\\u0074ype"'),
  (text) => text.replaceAll("a", "\\u0061"),
];

/** The text of a document, changed so that it is no longer valid JSON. */
export const SPOILT: readonly ((text: string) => Buffer)[] = [
  () => Buffer.from(""),
  () => Buffer.from("   "),
  () => Buffer.from("{"),
  () => Buffer.from("undefined"),
  () => Buffer.from("{'data': {}}"),
  () => Buffer.from("[".repeat(5_000)),
  (text) => Buffer.from(text.slice(0, -1)),
  (text) => Buffer.from(`${text}${text}`),
  (text) => Buffer.from(`${text},`),
  (text) => Buffer.from(`{"data":NaN,${text.slice(1)}`),
  (text) => Buffer.from(`/* why not */${text}`),
  (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80])]),
  (text) => Buffer.from(text, "utf16le"),
  (text) => Buffer.concat([Buffer.from([0x1f, 0x8b, 0x08, 0]), Buffer.from(text)]),
];
