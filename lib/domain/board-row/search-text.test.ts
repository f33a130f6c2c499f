import { expect, it } from "vitest";
import { searchText, searchWords } from "./search-text";

it.each([
  ["EVER GIVEN", ["ever", "given"]],
  ["  A.P. Moller – Pier-400 ", ["a", "p", "moller", "pier", "400"]],
  ["PO#4711/b", ["po", "4711", "b"]],
  ["Müller & Söhne", ["muller", "sohne"]],
  ["ＡＰＭ", ["apm"]],
  ["שלום מרחבא", ["שלום", "מרחבא"]],
  ["100% _x\\", ["100", "x"]],
  [" -- ", []],
  ["", []],
])("reads the words of %j", (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

it("stores each word once, after a space", () => {
  expect(searchText(["Pier 400", null, "APM Pier", ""])).toBe(" pier 400 apm");
  expect(searchText([null])).toBe("");
});
