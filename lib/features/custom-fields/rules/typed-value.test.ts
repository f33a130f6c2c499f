import { describe, expect, it } from "vitest";
import { type FieldDefinition, type HeldField, recordFields, sameValue } from "./custom-field";
import { readCustomValue } from "./typed-value";

const options = [
  { id: "o-1", value: "ana", label: "Ana", position: 0 },
  { id: "o-2", value: "bo", label: "Bo", position: 1 },
];
const read = (dataType: string, ...typed: string[]) => readCustomValue(dataType, typed, options);

describe("typed value", () => {
  it.each<[string, string[], unknown]>([
    ["short_text", ["  PO 7 "], "PO 7"],
    ["short_text", ["x".repeat(255)], "x".repeat(255)],
    ["number", ["-12.5"], -12.5],
    ["number", ["1,234,567.25"], 1_234_567.25],
    ["number", ["0"], 0],
    ["date", ["2028-02-29"], "2028-02-29"],
    ["boolean", ["false"], false],
    ["enum", ["bo"], "bo"],
    ["enum_multi", ["bo", "ana", "bo"], ["bo", "ana"]],
  ])("of type %s is parsed: %o", (dataType, typed, value) => {
    expect(read(dataType, ...typed)).toEqual({ value });
  });

  it.each<[string, string[], RegExp]>([
    ["short_text", [""], /Enter a value, or clear the field/],
    ["short_text", ["   "], /Enter a value, or clear the field/],
    ["short_text", ["x".repeat(256)], /255/],
    ["number", ["12,5"], /number/],
    ["number", ["1e5"], /number/],
    ["number", ["0x10"], /number/],
    ["number", ["Infinity"], /number/],
    ["number", ["1234567890123"], /12 digits/],
    ["number", ["0.1234567"], /6 after the decimal point/],
    ["date", ["2027-02-29"], /Enter a valid date/],
    ["date", ["20-11-2026"], /Enter a valid date/],
    ["date", ["2026-11-20T00:00"], /Enter a valid date/],
    ["boolean", ["yes"], /yes or no/],
    ["enum", ["Ana"], /“Ana” is no longer an option/],
    ["enum_multi", [], /at least one/],
    ["enum_multi", ["ana", "cy"], /“cy” is no longer an option/],
    ["brand_new", ["x"], /can’t edit this field type/],
  ])("of type %s is rejected with a message: %o", (dataType, typed, text) => {
    expect(read(dataType, ...typed)).toEqual({ problem: expect.stringMatching(text) });
  });
});

describe("fields of a record", () => {
  const definition = (slug: string, name: string): FieldDefinition => ({
    id: `d-${slug}`,
    entityType: "Container",
    slug,
    name,
    description: null,
    dataType: "short_text",
    referenceType: null,
    options: [],
  });
  const held = (slug: string, definitionId: string | null): HeldField => ({
    id: `f-${slug}`,
    slug,
    label: slug,
    value: "x",
    definitionId,
    held: "x",
  });

  it("are all defined fields by name, with their values, and values without a definition", () => {
    const fields = recordFields(
      [definition("buyer", "Buyer"), definition("agent", "Agent"), definition("zip", "ZIP")],
      [held("buyer", "d-buyer"), held("zip", null), held("lost", "d-gone")],
    );
    expect(fields.map(({ name, held: own }) => [name, own?.slug ?? null])).toEqual([
      ["Agent", null],
      ["Buyer", "buyer"],
      ["lost", "lost"],
      ["ZIP", "zip"],
    ]);
    expect(fields.find(({ slug }) => slug === "lost")?.dataType).toBeNull();
  });
});

it.each([
  [["a", "b"], ["b", "a"], true],
  [null, undefined, true],
  ["1", 1, false],
  [0, false, false],
  ["", null, false],
])("compares %o and %o as equal: %s", (one, other, same) => {
  expect(sameValue(one, other)).toBe(same);
});
