import { expect, it } from "vitest";
import { slugOf } from "./custom-field";

it.each([
  ["Buyer", "buyer"],
  ["Größe – PO line #2", "gro_e_po_line_2"],
  ["7th gate ", "th_gate"],
  ["!!!", ""],
  [`${"a".repeat(62)} bc`, "a".repeat(62)],
])("derives the slug of %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
