import { posix } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { COLUMN_IDS } from "@/lib/domain/board-row/board-row-cells";
import { exportTable } from "@/lib/features/board/export/board-table";
import { openTestAccount } from "@/lib/features/test-account";
import { unzip } from "./test-unzip";
import { xlsxOf } from "./xlsx";

// The workbook is read by an independent parser: the strict XML parser of the database (libxml2).
const NOW = new Date("2026-11-20T20:00:00Z");
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const ODD = `=1+1 <script>alert("x")</script> & ]]> مرحبا 🚢 a\u0001b\u202e\r\nc _x0041_`;

type Cell = { type: string | null; style: number; value: string | null; text: string | null };
let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let row: BoardRow;

beforeAll(async () => {
  dashboard = await openTestAccount();
  row = await dashboard.rowOf();
});
afterAll(() => dashboard.close());

async function workbook(
  rows: BoardRow[],
  ids: readonly (typeof COLUMN_IDS)[number][],
  name = "Pull / today",
) {
  const table = exportTable(
    "en-US",
    ids.map((id) => ({ id, width: null })),
    NOW,
  );
  async function* batches() {
    yield rows;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxOf(table, batches(), name)) pieces.push(piece);
  return { files: unzip(Buffer.concat(pieces)), headings: table.headings };
}

/** The results of an XPath in a document, as text; `s` is the sheet's namespace, `p` the part's own. */
async function find(xml: string, path: string, part = MAIN): Promise<string[]> {
  const { rows } = await dashboard.pool.query<{ found: string }>(
    "select unnest(xpath($2, xmlparse(document $1), array[array['s', $3], array['p', $4]]))::text as found",
    [xml, path, MAIN, part],
  );
  return rows.map(({ found }) => found);
}

async function cells(xml: string, line: number): Promise<Cell[]> {
  const { rows } = await dashboard.pool.query<Cell>(
    `select type, coalesce(style, 0) as style, value, text from xmltable(
       xmlnamespaces('${MAIN}' as s), '/s:worksheet/s:sheetData/s:row[${line}]/s:c' passing xmlparse(document $1)
       columns place for ordinality, type text path '@t', style integer path '@s', value text path 's:v',
         text text path 's:is/s:t') order by place`,
    [xml],
  );
  return rows;
}

describe("a workbook read by another parser", () => {
  it("is well-formed in every part, and contains every referenced part", async () => {
    const { files } = await workbook([{ ...row, note: ODD }], COLUMN_IDS);
    const names = Object.keys(files);
    for (const xml of Object.values(files)) expect(await find(xml, "/*")).toHaveLength(1);
    const types = "http://schemas.openxmlformats.org/package/2006/content-types";
    const parts = await find(files["[Content_Types].xml"] ?? "", "/p:Types/p:Override/@PartName", types);
    expect(parts.map((name) => name.slice(1)).sort()).toEqual(
      names.filter((name) => name.startsWith("xl/") && !name.endsWith(".rels")).sort(),
    );
    const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
    for (const [from, base] of [
      ["_rels/.rels", ""],
      ["xl/_rels/workbook.xml.rels", "xl"],
    ] as const) {
      const targets = await find(files[from] ?? "", "/p:Relationships/p:Relationship/@Target", relations);
      expect(targets.length).toBeGreaterThan(0);
      for (const target of targets) expect(names).toContain(posix.join(base, target));
    }
  });

  it("has the parts of a sheet in the schema's order, and as many cells per row as columns", async () => {
    const { files, headings } = await workbook([row, { ...row, note: ODD }], COLUMN_IDS);
    const sheet = files["xl/worksheets/sheet1.xml"] ?? "";
    const order = await find(sheet, "/s:worksheet/*");
    expect(order.map((xml) => /^<(\w+)/.exec(xml)?.[1])).toEqual([
      "sheetViews",
      "cols",
      "sheetData",
      "autoFilter",
    ]);
    const [last] = await find(sheet, "/s:worksheet/s:autoFilter/@ref");
    expect(last).toMatch(/^A1:[A-Z]{2}3$/);
    for (const line of [1, 2, 3]) expect(await cells(sheet, line)).toHaveLength(headings.length);
    expect((await cells(sheet, 1)).map(({ text }) => text)).toEqual(headings);
    expect(await cells(sheet, 4)).toEqual([]);
  });

  it("has a format for each style used by a cell, with correct counts", async () => {
    const { files } = await workbook([{ ...row, note: ODD }], COLUMN_IDS);
    const styles = files["xl/styles.xml"] ?? "";
    const formats = (await find(styles, "/s:styleSheet/s:cellXfs/s:xf")).length;
    expect(await find(styles, "/s:styleSheet/s:cellXfs/@count")).toEqual([String(formats)]);
    const used = await find(files["xl/worksheets/sheet1.xml"] ?? "", "//s:c/@s");
    expect(used.length).toBeGreaterThan(0);
    for (const style of used) expect(Number(style)).toBeLessThan(formats);
  });

  it("preserves every text, except characters XML cannot contain", async () => {
    const { files } = await workbook([{ ...row, note: ODD }], ["number", "note"]);
    const [number, note] = await cells(files["xl/worksheets/sheet1.xml"] ?? "", 2);
    expect(number).toEqual({ type: "inlineStr", style: 0, value: null, text: row.number });
    expect(note?.type).toBe("inlineStr");
    expect(note?.text).toBe(
      ODD.replace("\u0001", "").replace("\u202e", "").replace("_x0041_", "_x005F_x0041_"),
    );
  });

  it("stores a moment as a number with a date-time format, and its zone in the next cell", async () => {
    const gateOut = { at: "2026-11-20T02:30:00Z", zone: "America/Los_Angeles" };
    const { files } = await workbook([{ ...row, gateOut }], ["gateOut"]);
    const [at, zone] = await cells(files["xl/worksheets/sheet1.xml"] ?? "", 2);
    expect(Number(at?.value)).toBeCloseTo(46345 + 18.5 / 24, 5);
    const [format] = await find(
      files["xl/styles.xml"] ?? "",
      `/s:styleSheet/s:cellXfs/s:xf[${(at?.style ?? 0) + 1}]/@numFmtId`,
    );
    expect(await find(files["xl/styles.xml"] ?? "", `//s:numFmt[@numFmtId='${format}']/@formatCode`)).toEqual(
      ["yyyy\\-mm\\-dd\\ hh:mm"],
    );
    expect(zone?.text).toBe("America/Los_Angeles");
  });

  it("stores money as a number in the format of its currency", async () => {
    const charges = (currency: string | null, minor: number) => ({
      ...row,
      charges: { reported: true, lines: [], sums: [{ currency, minor }] },
    });
    const rows = [charges("USD", 85_000), charges("JPY", 12_000), charges('E"<', 150), charges("USD", -1)];
    const { files } = await workbook(rows, ["charges"]);
    const styles = files["xl/styles.xml"] ?? "";
    const formats = [];
    for (const line of [2, 3, 4, 5]) {
      const [amount, currency] = await cells(files["xl/worksheets/sheet1.xml"] ?? "", line);
      const [id] = await find(styles, `/s:styleSheet/s:cellXfs/s:xf[${(amount?.style ?? 0) + 1}]/@numFmtId`);
      formats.push([
        amount?.value,
        currency?.text,
        ...(await find(styles, `//s:numFmt[@numFmtId='${id}']/@formatCode`)),
      ]);
    }
    expect(formats).toEqual([
      ["850", "USD", "[$$-409]#,##0.00"],
      ["12000", "JPY", '#,##0\\ "JPY"'],
      ["1.5", 'E"<', "#,##0.00"],
      ["-0.01", "USD", "[$$-409]#,##0.00"],
    ]);
  });

  it("contains no formula, for any company name", async () => {
    const { files } = await workbook(
      [
        { ...row, note: "=1+1" },
        { ...row, note: "@SUM(A1)" },
      ],
      COLUMN_IDS,
    );
    expect(await find(files["xl/worksheets/sheet1.xml"] ?? "", "//s:f")).toEqual([]);
  });

  it.each([
    ["Ready & <loaded>", "Ready & <loaded>"],
    ["[a]:b*c?d/e\\f'g\"", "a  b c d e f g"],
    ["", "Containers"],
    ["x".repeat(40), "x".repeat(31)],
  ])("names its sheet after the view %j", async (view, name) => {
    const { files } = await workbook([row], ["number"], view);
    const { rows } = await dashboard.pool.query<{ name: string }>(
      `select name from xmltable(xmlnamespaces('${MAIN}' as s), '/s:workbook/s:sheets/s:sheet'
         passing xmlparse(document $1) columns name text path '@name')`,
      [files["xl/workbook.xml"] ?? ""],
    );
    expect(rows).toEqual([{ name }]);
  });
});
