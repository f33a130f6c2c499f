import { describe, expect, it } from "vitest";
import { columnName, guessLayout, headingsLearnt, headingsOf, layoutWith, withColumn } from "./columns";
import { kindOfHeading, kindOfWord } from "./headings";

const CONTAINER = "MSKU9070323";

describe("guessLayout", () => {
  it("uses the words of the headings, ignoring symbols and case", () => {
    expect(
      guessLayout([
        ["Customer Name", "B/L No.", "SCAC", "P.O. Number", "Our Ref", "Vessel", "Tags"],
        ["Harbor", "MAEU221876618", "MAEU", "4500", "J-1", "EVER GIVEN", "hot"],
      ]),
    ).toEqual({
      headingRow: 0,
      columns: ["customer", "number", "scac", "references", "references", null, "tags"],
      kind: "bill_of_lading",
    });
  });

  it.each([
    "PO ref",
    "PO #",
    "Customer PO",
    "Our file no.",
    "Load number",
    "Customer reference numbers",
    "P.O.",
  ])("reads %j as references", (heading) => {
    expect(
      guessLayout([
        ["Container", heading],
        [CONTAINER, "77"],
      ]).columns,
    ).toEqual(["number", "references"]);
  });

  it.each(["Order date", "Port", "File type", "Reference weight"])(
    "does not read %j as references",
    (heading) => {
      expect(
        guessLayout([
          ["Container", heading],
          [CONTAINER, "77"],
        ]).columns,
      ).toEqual(["number", null]);
    },
  );

  it("prefers the container over BOL and booking, unless its column is empty", () => {
    const headings = ["Booking", "BOL", "Container"];
    expect(guessLayout([headings, ["BK123456", "MAEU221876618", CONTAINER]])).toMatchObject({
      columns: [null, null, "number"],
      kind: "container",
    });
    expect(guessLayout([headings, ["BK123456", "MAEU221876618", ""]])).toMatchObject({
      columns: [null, "number", null],
      kind: "bill_of_lading",
    });
  });

  it("skips titles above the headings", () => {
    const cells = [["Open orders, week 47"], [], ["Container", "PO"], [CONTAINER, "1"]];
    expect(guessLayout(cells)).toMatchObject({ headingRow: 2, columns: ["number", "references"] });
  });

  it("completes headings with merged cells above them", () => {
    const cells = [
      ["Container", "", "Shipment", ""],
      ["Number", "Size", "Shipping line", "PO"],
      [CONTAINER, "40HC", "Maersk", "77"],
    ];
    const layout = layoutWith(cells, 1);
    expect(headingsOf(cells, 1)).toEqual(["Container Number", "Size", "Shipping line", "PO"]);
    expect(layout).toEqual({
      headingRow: 1,
      columns: ["number", null, "scac", "references"],
      kind: "container",
    });
    expect(guessLayout(cells).headingRow).toBe(1);
  });

  it("reads a list without headings by its cells", () => {
    expect(
      guessLayout([
        ["1", "x y", CONTAINER],
        ["2", "z", "TGHU1234567"],
      ]),
    ).toEqual({
      headingRow: null,
      columns: [null, null, "number"],
      kind: null,
    });
    expect(guessLayout([["221876618"], ["MAEU221876619"]])).toMatchObject({ columns: ["number"] });
  });

  it("does not read a container size as a number type or a trucker as the line", () => {
    expect(
      guessLayout([
        ["Container", "Type", "Carrier"],
        [CONTAINER, "40HC", "Breakwater Dray"],
      ]).columns,
    ).toEqual(["number", null, null]);
  });

  it("reads the first row as unknown headings when numbers are below it", () => {
    expect(
      guessLayout([
        ["Contenedor", "Pedido"],
        [CONTAINER, "1"],
        ["TGHU1234567", "2"],
      ]),
    ).toMatchObject({
      headingRow: 0,
      columns: ["number", null],
    });
  });

  it("finds no number column when there are no numbers", () => {
    expect(
      guessLayout([
        ["Name", "City"],
        ["Ana", "Oakland"],
      ]).columns,
    ).toEqual([null, null]);
    expect(guessLayout([]).columns).toEqual([]);
  });

  it("uses the stored heading meanings of the user first", () => {
    const cells = [
      ["Container", "Wagon"],
      ["MAEU221876618", CONTAINER],
    ];
    expect(guessLayout(cells, { container: null, wagon: "number" }).columns).toEqual([null, "number"]);
    const layout = withColumn(guessLayout(cells), 1, "number");
    expect(headingsLearnt(cells, layout)).toEqual({ container: null, wagon: "number" });
    expect(headingsLearnt([["x"]], { headingRow: null, columns: ["number"], kind: null })).toEqual({});
  });

  it("handles headings that are names of object properties", () => {
    expect(
      guessLayout([
        ["constructor", "__proto__"],
        [CONTAINER, "1"],
      ]).columns,
    ).toEqual(["number", null]);
  });
});

describe("withColumn", () => {
  const layout = { headingRow: 0, columns: ["number", "references", null] as const, kind: null };
  it("moves a field that is allowed only once from its previous column", () => {
    expect(withColumn(layout, 2, "number").columns).toEqual([null, "references", "number"]);
    expect(withColumn(layout, 2, "references").columns).toEqual(["number", "references", "references"]);
    expect(withColumn(layout, 0, null).columns).toEqual([null, "references", null]);
  });
});

describe("number types", () => {
  it.each([
    ["Container No.", "container"],
    ["Master B/L", "bill_of_lading"],
    ["BKG", "booking_number"],
    ["Container or BOL", null],
    ["Number", null],
  ])("read the heading %s as %s", (heading, kind) => expect(kindOfHeading(heading)).toBe(kind));

  it.each([
    ["BOL", "bill_of_lading"],
    ["booking_number", "booking_number"],
    [" Container ", "container"],
    ["40HC", null],
    ["", null],
  ])("read the cell %j as %s", (cell, kind) => expect(kindOfWord(cell)).toBe(kind));
});

it("names columns like spreadsheets", () => {
  expect([0, 25, 26, 51, 52, 701].map(columnName)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ"]);
});
