import { expect, it } from "vitest";
import { joined, withoutBidiControls } from "./bidi";
import { csvText } from "./csv";

const REVERSED = "Ana \u202e 0142 555 310\u2066\u200f";

it("leaves letters of every script and removes what changes the direction of the text next to them", () => {
  expect(withoutBidiControls(REVERSED)).toBe("Ana  0142 555 310");
  expect(withoutBidiControls("شركة النقل 🚢 Peñalosa")).toBe("شركة النقل 🚢 Peñalosa");
  expect(csvText([[{ kind: "text", text: REVERSED }]])).toBe("\uFEFFAna  0142 555 310\r\n");
  // What is left is checked as a formula.
  expect(csvText([[{ kind: "text", text: "\u202e=1+1" }]])).toBe("\uFEFF'=1+1\r\n");
});

it("joins parts so that none changes the order of another", () => {
  expect(joined(["Pier 400", null, false, undefined, "", "3 days left"])).toBe("Pier 400 · 3 days left");
  expect(joined(["נמל חיפה", "שער 4", "PO 7"])).toBe("\u2068נמל חיפה\u2069 · \u2068שער 4\u2069 · PO 7");
  // A part that ends an isolate or overrides the direction would reach beyond itself.
  expect(joined(["Ana\u202e", "\u2069310"])).toBe("\u2068Ana\u2069 · \u2068310\u2069");
});

it("keeps the isolated parts of a part", () => {
  const inner = joined(["נמל חיפה", "שער 4"]);
  expect(joined([inner, "PO 7"])).toBe(`\u2068${inner}\u2069 · PO 7`);
});
