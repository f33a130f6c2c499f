import { expect, it } from "vitest";
import { withoutBidiControls } from "./bidi";
import { csvText } from "./csv";

const REVERSED = "Ana \u202e 0142 555 310\u2066\u200f";

it("leaves letters of every script and removes what changes the direction of the text next to them", () => {
  expect(withoutBidiControls(REVERSED)).toBe("Ana  0142 555 310");
  expect(withoutBidiControls("شركة النقل 🚢 Peñalosa")).toBe("شركة النقل 🚢 Peñalosa");
  expect(csvText([[{ kind: "text", text: REVERSED }]])).toBe("\uFEFFAna  0142 555 310\r\n");
  // What is left is checked as a formula.
  expect(csvText([[{ kind: "text", text: "\u202e=1+1" }]])).toBe("\uFEFF'=1+1\r\n");
});
