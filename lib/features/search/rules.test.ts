import { describe, expect, it } from "vitest";
import { numberCandidates } from "./rules";

describe("numberCandidates", () => {
  it.each([
    ["a container's number", "MSKU4807969", { numbers: ["MSKU4807969"], within: [] }],
    ["one spaced and dashed", " msku 480796-9 ", { numbers: ["MSKU4807969"], within: ["4807969"] }],
    ["nothing", "", { numbers: [], within: [] }],
    ["separators alone", " -- ", { numbers: [], within: [] }],
    ["a sign alone, for what it says", "%", { numbers: ["%"], within: [] }],
    ["a name without digits, whole", "Acme imports", { numbers: ["ACMEIMPORTS"], within: [] }],
    ["NUL alone", "\0", { numbers: [], within: [] }],
    ["a BOL with its SCAC", "MAEU221876618", { numbers: ["MAEU221876618"], within: ["221876618"] }],
  ])("reads %s", (_, text, expected) => {
    expect(numberCandidates(text)).toEqual(expected);
  });

  it.each([
    ["Container: MSKU480796-9 (urgent!)", "MSKU4807969"],
    ["pls check MSKU 480796 9 today", "MSKU4807969"],
    ["B/L no. MAEU221876618;", "MAEU221876618"],
    ["B/L no. MAEU221876618;", "221876618"],
    ["Ref: PO-77-1234", "PO771234"],
    ["see MSKU4807969,TCLU6718152", "TCLU6718152"],
    ["ＭＳＫＵ４８０７９６９ please", "MSKU4807969"],
  ])("finds in %j the number %s", (text, number) => {
    expect(numberCandidates(text).within).toContain(number);
  });

  it("returns at most six numbers within a text of any length", () => {
    const message = Array.from({ length: 900 }, (_, i) => `AB${10_000 + i}`).join(" ");
    expect(numberCandidates(message).within).toHaveLength(6);
  });
});
