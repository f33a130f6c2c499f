import { describe, expect, it } from "vitest";
import { searchWords } from "@/lib/domain/board-row/search-text";
import {
  inRankOrder,
  type MatchKind,
  noteExcerpt,
  numberCandidates,
  RANKS,
  type RankedMatch,
  rankNumbers,
  rankText,
} from "./rules";

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

describe("ranks", () => {
  it.each([
    ["MSKU4807969", ["MSKU4807969", "PO71"], RANKS.exact],
    ["PO71", ["MSKU4807969", "PO71"], RANKS.exact],
    ["PO7", ["MSKU4807969", "PO71"], RANKS.numberStart],
    ["480796", ["MSKU4807969", "PO71"], RANKS.part],
  ])("of the number %s in %j is %i", (number, numbers, rank) => {
    expect(rankNumbers(numbers, number)).toBe(rank);
  });

  it.each([
    ["ever", "EVER GIVEN", RANKS.nameStart],
    ["ever given", "EVER GIVEN", RANKS.nameStart],
    ["given", "EVER GIVEN", RANKS.wordStart],
    ["giv eve", "EVER GIVEN", RANKS.wordStart],
    ["pier-400", "APM Pier 400", RANKS.wordStart],
    ["ver", "EVER GIVEN", RANKS.part],
    ["ver giv", "EVER GIVEN", RANKS.part],
    ["ver iven", "EVER GIVEN", null],
    ["oscar", "EVER GIVEN", null],
  ])("of %j in %j is %s", (text, name, rank) => {
    expect(rankText(name, searchWords(text))).toBe(rank);
  });

  it("list the kind with the best result first, and equally good results in their order", () => {
    const match = (kind: MatchKind, id: string, rank: number): RankedMatch => ({
      ...{ kind, id, rank },
      ...{ name: id, note: "", address: "", containers: null },
    });
    const ordered = inRankOrder([
      match("container", "part", RANKS.part),
      match("vessel", "word", RANKS.wordStart),
      match("vessel", "name", RANKS.nameStart),
      match("customer", "name", RANKS.nameStart),
      match("customer", "second", RANKS.nameStart),
      match("shipment", "exact", RANKS.exact),
    ]);
    expect(ordered.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "shipment exact",
      "customer name",
      "customer second",
      "vessel name",
      "vessel word",
      "container part",
    ]);
    expect(ordered[0]).not.toHaveProperty("rank");
  });
});

describe("noteExcerpt", () => {
  it("is the whole of a short note in one line", () => {
    expect(noteExcerpt("Call  the\nbroker", ["broker"])).toBe("Call the broker");
  });

  it("is the part of a long note around the first searched word", () => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(" ");
    expect(noteExcerpt(`${words(20)} Broker: ${words(20)}`, ["brok"])).toBe(
      `… w16 w17 w18 w19 Broker: ${words(11)} …`,
    );
  });
});
