import { expect, it } from "vitest";
import { fieldFilterText, readFieldFilter } from "./field-filter";

it.each([
  ["buyer=Ana", { slug: "buyer", how: "is", value: "Ana" }, "buyer: Ana"],
  ["buyer=", { slug: "buyer", how: "is", value: "" }, "buyer: "],
  ['note=a=b >= "c"', { slug: "note", how: "is", value: 'a=b >= "c"' }, 'note: a=b >= "c"'],
  ["weight>=-10.5", { slug: "weight", how: "from", value: "-10.5" }, "weight: from -10.5"],
  ["due<= 2026-11-20 ", { slug: "due", how: "to", value: "2026-11-20" }, "due: up to 2026-11-20"],
  ["due:none", { slug: "due", how: "none", value: "" }, "due: not set"],
  ["due:any", { slug: "due", how: "any", value: "" }, "due: set"],
])("parses and labels %s", (text, read, message) => {
  expect(readFieldFilter(text)).toEqual(read);
  expect(fieldFilterText(text)).toBe(message);
});

it.each([
  "",
  "no-value",
  "=x",
  " =x",
  "due>2026-11-20",
  "due>=soon",
  "due<=",
  "due:",
  "due:maybe",
  ">=5",
  "due>=20-11-2026",
])("rejects %o as a filter", (text) => {
  expect(readFieldFilter(text)).toBeNull();
});
