import { describe, expect, it } from "vitest";
import { MAX_LINES, parsePastedNumbers } from "./number-list";

describe("a pasted column", () => {
  it.each<[string, string[]]>([
    ["MSKU4807969", ["MSKU4807969"]],
    [" msku 480796 9 ", ["MSKU4807969"]],
    ["MSKU-480796-9", ["MSKU4807969"]],
    ["MSKU 480796/9", ["MSKU4807969"]],
    ["MSKU\u00a0480796\u20139", ["MSKU4807969"]],
    ["1.\tMSKU4807969\t40HC\t$850", ["MSKU4807969"]],
    ['"MSKU4807969";"TCLU6718152"', ["MSKU4807969", "TCLU6718152"]],
    ["MSKU4807969,TCLU6718152", ["MSKU4807969", "TCLU6718152"]],
    ['=HYPERLINK("x","MSKU4807969")', ["MSKU4807969"]],
    ["مرجع MSKU4807969", ["MSKU4807969"]],
  ])("yields the numbers in %j", (text, numbers) => {
    expect(parsePastedNumbers(text)).toMatchObject({ numbers, unreadable: [] });
  });

  it.each([
    "total 12",
    "MSKU480796",
    "XMSKU4807969",
    "MSKU48079691",
    "MAEU123456789",
    "-",
    "🚢",
    "MSKU 4807 969 9 9",
  ])("reports the line of %j as unreadable", (line) => {
    expect(parsePastedNumbers(`MSKU4807969\n\n${line}\r\nTCLU6718152`)).toMatchObject({
      numbers: ["MSKU4807969", "TCLU6718152"],
      unreadable: [{ line: 3, text: line }],
      lines: 4,
    });
  });

  it("yields a number once, and counts its repetitions", () => {
    const { numbers, repeated } = parsePastedNumbers("MSKU4807969\nmsku 4807969\nMSKU4807969");
    expect([numbers, repeated]).toEqual([["MSKU4807969"], 2]);
  });

  it("keeps numbers with a wrong check digit, and reports them", () => {
    expect(parsePastedNumbers("MSKU4807968\nMSKU4807969")).toMatchObject({
      numbers: ["MSKU4807968", "MSKU4807969"],
      suspect: ["MSKU4807968"],
    });
  });

  it("of 50,000 lines with other text is read, but no further", () => {
    const lines = Array.from({ length: MAX_LINES + 10 }, (_, at) =>
      at % 5 === 0 ? `${"rubbish ".repeat(40)}${at}` : `ABCU${String(1_000_000 + at)}`,
    );
    const { numbers, unreadable, lines: read } = parsePastedNumbers(lines.join("\n"));
    expect([numbers.length, unreadable.length, read]).toEqual([40_000, 10_000, MAX_LINES]);
    expect(unreadable[1]).toMatchObject({ line: 6 });
  });

  it("is parsed quickly even with a malicious line", () => {
    const slow = `${"A".repeat(500_000)}\n${"MSKU ".repeat(100_000)}\n${"1".repeat(500_000)}`;
    expect(parsePastedNumbers(slow).numbers).toEqual([]);
  });
});
