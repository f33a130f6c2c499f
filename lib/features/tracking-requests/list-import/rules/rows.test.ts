import { describe, expect, it } from "vitest";
import type { ListLayout } from "./columns";
import { partyNames, readList } from "./rows";

const PARTIES = partyNames([
  { id: "p-1", name: "Harbor Imports" },
  { id: "p-2", name: "Twice" },
  { id: "p-3", name: "twice " },
  { id: "p-4", name: "Peñalosa" },
  { id: "p-5", name: "Müller" },
  { id: "p-6", name: "Muller" },
]);
const LAYOUT: ListLayout = {
  headingRow: 0,
  columns: ["number", "type", "scac", "references", "references", "tags", "customer"],
  kind: null,
};
const HEADINGS = ["Number", "Type", "Line", "PO", "Ref", "Tags", "Customer"];

const read = (rows: string[][], layout: Partial<ListLayout> = {}) =>
  readList([HEADINGS, ...rows], { ...LAYOUT, ...layout }, PARTIES);
const row = (...cells: string[]) => read([cells]).rows[0];
const problem = (...cells: string[]) => row(...cells)?.problems.join(" ");

describe("a row that can be requested", () => {
  it("is read with all its data", () => {
    expect(
      row("msku 907032-3", "Container", "maersk", "4500; 4501", "J-1", "hot,hot", " harbor imports ")?.ask,
    ).toEqual({
      number: "MSKU9070323",
      type: "container",
      scac: "MAEU",
      references: ["4500", "4501", "J-1"],
      tags: ["hot"],
      customerPartyId: "p-1",
    });
  });

  it("has its type and line from the number when the list has neither", () => {
    expect(row("MSKU9070323")?.ask).toMatchObject({ type: "container", scac: null });
    expect(row("MAEU221876618")?.ask).toMatchObject({ type: "bill_of_lading", scac: "MAEU" });
    expect(row("EGLV-1234 5678", "booking")?.ask).toMatchObject({
      number: "EGLV-1234 5678",
      type: "booking_number",
      scac: "EGLV",
    });
  });

  it("uses its own type before the type of the list", () => {
    const { rows } = read([["MSKU9070323", "BOL"], ["221876618"], ["X-99887766", "BKG"]], {
      kind: "bill_of_lading",
    });
    expect(rows.map(({ ask }) => ask?.type)).toEqual(["bill_of_lading", "bill_of_lading", "booking_number"]);
  });

  it("has the type of its own number among numbers of another type", () => {
    const kinds = (kind: "container" | "bill_of_lading", ...numbers: string[]) =>
      read(
        numbers.map((number) => [number]),
        { kind },
      ).rows.map(({ ask, problems }) => ask?.type ?? problems.join(" "));
    expect(kinds("container", "MSKU9070323", "MAEU221876618", "221876618")).toEqual([
      "container",
      "bill_of_lading",
      "bill_of_lading",
    ]);
    expect(kinds("bill_of_lading", "MAEU221876618", "MSKU9070323")).toEqual(["bill_of_lading", "container"]);
  });

  it("stays a container with a missing or wrong check digit among containers", () => {
    const { rows } = read([["MSKU907032"], ["MSKU9070324"]], { kind: "container" });
    expect(rows.map(({ problems }) => problems.join(" "))).toEqual([
      "Check digit is missing: expected 3.",
      "Check digit is wrong: expected 3.",
    ]);
  });

  it.each([['="MSKU9070323"'], ["'MSKU9070323"], ["\ufeffMSKU9070323\0"], ["ＭＳＫＵ９０７０３２３"]])(
    "is read without characters added by other programs: %j",
    (cell) => expect(row(cell)?.ask?.number).toBe("MSKU9070323"),
  );
});

it("has its number and references without the decimals of a spreadsheet", () => {
  const read = row("263412345.0", "BOL", "", "4500012.0; 77.0", "J-1.0");
  expect(read?.ask).toMatchObject({ number: "263412345", references: ["4500012", "77", "J-1.0"] });
  expect(read?.key).toBe("263412345");
});

it.each([
  ["Penalosa", "p-4"],
  ["PEÑALOSA", "p-4"],
  ["Müller", "p-5"],
  ["Muller", "p-6"],
])("has the customer %s, with or without accents", (customer, id) => {
  expect(row("MSKU9070323", "", "", "", "", "", customer)?.ask?.customerPartyId).toBe(id);
});

it("keeps its line when a bill of lading looks like a container", () => {
  expect(row("MAEU2187651", "BOL")?.ask).toMatchObject({ type: "bill_of_lading", scac: "MAEU" });
});

describe("a row that cannot be requested", () => {
  it.each([
    [["", "", "MAEU"], "No number in this row."],
    [["MSKU9070324"], "Check digit is wrong: expected 3."],
    [["MSKU907032"], "Check digit is missing: expected 3."],
    [["MSKU907032", "container"], "Check digit is missing: expected 3."],
    [
      ["MAEU221876618", "container"],
      "“MAEU221876618” is not a container number (four letters and seven digits).",
    ],
    [["2.21877E+08", "BOL"], "The spreadsheet shortened the number to “2.21877E+08”."],
    [["#N/A"], "Spreadsheet error “#N/A” instead of a number."],
    [["!!", "BOL"], "“!!” is not a BOL or booking number (4 to 35 letters and digits)."],
    [["9".repeat(101), "BOL"], "The number is longer than 100 characters."],
    [["6.12E+09", "BOL"], "The spreadsheet shortened the number to “6.12E+09”."],
    [["MSKU9070323", "", "", "6.12E+09"], "The spreadsheet shortened the number to “6.12E+09”."],
    [["MSKU9070323", "40HC"], "“40HC” is not a number type. Use container, BOL or booking."],
    [["MSKU9070323", "", "Breakwater Dray"], "“Breakwater Dray” is not a line"],
    [["MSKU9070323", "", "", "x".repeat(301)], "One of the references is longer than 300 characters."],
    [["MSKU9070323", "", "", "", "", Array.from({ length: 21 }, (_, n) => n).join()], "More than 20 tags."],
    [["MSKU9070323", "", "", "", "", "", "Nobody"], "No party named “Nobody”."],
    [["MSKU9070323", "", "", "", "", "", "Twice"], "Several parties are named “Twice”."],
  ])("shows the reason: %j", (cells, text) => {
    expect(problem(...cells) ?? "").toContain(text);
    expect(row(...cells)?.ask).toBeNull();
  });

  it("shows all reasons at once", () => {
    expect(row("MSKU9070324", "container", "Breakwater", "", "", "", "Nobody")?.problems).toHaveLength(3);
  });

  it("is not guessed when a short number is ambiguous", () => {
    expect(problem("ABC123")).toBe("Unknown number type for “ABC123”. Select the number type above.");
    expect(read([["ABC123"]], { kind: "booking_number" }).rows[0]?.ask?.type).toBe("booking_number");
  });

  it("is read as a container despite a SCAC prefix and reports the wrong check digit", () => {
    expect(problem("MSCU1234567")).toMatch(/Check digit is wrong/);
  });
});

describe("readList", () => {
  it("returns the first line of a repeated number and counts blank rows and titles", () => {
    const { rows, blank, titles } = readList(
      [
        ["Week 47"],
        HEADINGS,
        ["MSKU9070323"],
        ["", " "],
        ["MSKU9070324"],
        ["msku-907032 3"],
        ["MSKU9070324"],
      ],
      { ...LAYOUT, headingRow: 1 },
      PARTIES,
    );
    expect(rows.map(({ line, repeats }) => [line, repeats])).toEqual([
      [3, null],
      [5, null],
      [6, 3],
      [7, null],
    ]);
    expect([blank, titles]).toEqual([1, 1]);
  });

  it("keeps the original cells of each row", () => {
    expect(row(" msku 9070323 ", "", "", 'a "b"')?.cells).toEqual([" msku 9070323 ", "", "", 'a "b"']);
  });

  it("reads no number without a number column", () => {
    const { rows } = read([["MSKU9070323"]], { columns: [null] });
    expect(rows[0]?.problems).toEqual(["No number in this row."]);
  });
});
