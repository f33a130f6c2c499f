import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { localDate } from "@/lib/domain/time/zoned-time";
import { selectedRows } from "@/lib/features/bulk-jobs/queries/selection";
import { openTestAccount } from "@/lib/features/test-account";
import { csvOf } from "@/lib/platform/text/csv";
import { exportFileName } from "@/lib/platform/text/file-name";
import { looksLikeFormula } from "@/lib/platform/text/table";
import { unzip } from "@/lib/platform/text/test-unzip";
import { xlsxOf } from "@/lib/platform/text/xlsx";
import { exportTable } from "./board-table";
import { exportRows } from "./export-rows";

const NOW = new Date("2026-11-20T20:00:00Z");
let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let row: BoardRow;

beforeAll(async () => {
  dashboard = await openTestAccount();
  row = await dashboard.rowOf();
});
afterAll(() => dashboard.close());

const table = (...ids: ColumnId[]) =>
  exportTable(
    "en-US",
    ids.map((id) => ({ id, width: null })),
    NOW,
  );
async function* of(...rows: BoardRow[]) {
  yield rows;
}
async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}
async function csv(rows: BoardRow[], ...ids: ColumnId[]): Promise<string> {
  return Buffer.concat(await all(csvOf(table(...ids), of(...rows)))).toString("utf8");
}

async function sheet(rows: BoardRow[], ...ids: ColumnId[]): Promise<string> {
  const bytes = Buffer.concat(await all(xlsxOf(table(...ids), of(...rows), "Pull / today")));
  return unzip(bytes)["xl/worksheets/sheet1.xml"] ?? "";
}

describe("CSV", () => {
  it("begins with a byte order mark and headings, and writes the zone after a time", async () => {
    const out = { ...row, gateOut: { at: "2026-11-20T02:30:00Z", zone: "America/Los_Angeles" } };
    expect(await csv([out], "number", "gateOut")).toBe(
      "\uFEFFContainer,Gate out,Gate out: zone,Empty returned,Empty returned: zone\r\nMSKU4807969,2026-11-19 18:30,America/Los_Angeles,,\r\n",
    );
  });

  it("shows that a zone is unknown", async () => {
    const out = { ...row, gateOut: { at: "2026-11-20T02:30:00Z", zone: null } };
    expect(await csv([out], "gateOut")).toContain("2026-11-20 02:30,Unknown (UTC),");
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", '"\'\t=1"'],
    ["\r=1", '"\'\r=1"'],
    ["\n=1", '"\'\n=1"'],
    [" =1", "' =1"],
    ["＝1", "'＝1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    ["a=b", "a=b"],
    ["‮evil 🚢", "evil 🚢"],
    ["a\0b", "ab"],
  ])("writes the note %j as %s", async (note, field) => {
    expect(await csv([{ ...row, note }], "note")).toBe(`\uFEFFNote\r\n${field}\r\n`);
  });

  it("writes why a container matters today in the locale of the user", async () => {
    const eta = { at: "2026-12-08T20:00:00Z", zone: "America/Los_Angeles" };
    const underWay: BoardRow = {
      ...row,
      readiness: { state: "not_discharged", label: "Not discharged", reasons: [] },
      holds: [],
      arrival: { place: "port", eta, firstEta: null, actual: null },
      deadline: { state: "not_discharged", governing: null, sources: [], serviceNames: null },
      status: { value: "on_ship", label: "On ship" },
      onTerminalGround: false,
    };
    expect(await csv([underWay], "whyToday")).toBe('\uFEFFWhy today\r\n"In transit, ETA Tue, Dec 8"\r\n');
    const british = exportTable("en-GB", [{ id: "whyToday", width: null }], NOW);
    expect(british.cellsOf(underWay)).toEqual([{ kind: "text", text: "In transit, ETA Tue 8 Dec" }]);
  });

  it("writes custom fields under their names", async () => {
    const layout = [{ id: "field.lot" as const, width: null }];
    const { headings, cellsOf } = exportTable("en-US", layout, NOW, { lot: "Lot number" });
    const cellOf = (fields: BoardRow["fields"]) => cellsOf({ ...row, fields });
    expect(headings).toEqual(["Lot number"]);
    expect(cellOf({ lot: 12.5 })).toEqual([{ kind: "number", value: 12.5 }]);
    expect(cellOf({ lot: "2026-12-01" })).toEqual([{ kind: "day", text: "2026-12-01" }]);
    expect(cellOf({ lot: "2026-13-01" })).toEqual([{ kind: "text", text: "2026-13-01" }]);
    expect(cellOf({ other: 1 })).toEqual([{ kind: "empty" }]);
  });

  it("keeps numbers as numbers, including negative numbers", async () => {
    const governing = {
      source: "line" as const,
      on: "2026-11-17",
      endsAt: "2026-11-18T08:00:00Z",
      zone: "America/Los_Angeles",
    };
    const late = { ...row, deadline: { ...row.deadline, state: "applies" as const, governing } };
    expect(await csv([late], "left", "deadline")).toMatch(/\r\n-3,2026-11-17,America\/Los_Angeles,/);
  });
});

describe("XLSX", () => {
  it("is an archive with the required parts of a sheet", async () => {
    const bytes = Buffer.concat(await all(xlsxOf(table("number"), of(row), "Pull / today")));
    const files = unzip(bytes);
    expect(Object.keys(files)).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/workbook.xml",
      "xl/_rels/workbook.xml.rels",
      "xl/worksheets/sheet1.xml",
      "xl/styles.xml",
    ]);
    expect(files["xl/workbook.xml"]).toContain('name="Pull   today"');
  });

  it("writes times as times and texts as texts, never as formulas", async () => {
    const note = '=cmd|"/c calc"!A1 <b>&_x0041_';
    const gateOut = { at: "2026-11-20T02:30:00Z", zone: "America/Los_Angeles" };
    const xml = await sheet([{ ...row, gateOut, note }], "gateOut", "note");
    expect(xml).toContain('<c s="3"><v>46345.770833</v></c>');
    expect(xml).toContain(
      '<c s="4" t="inlineStr"><is><t xml:space="preserve">=cmd|"/c calc"!A1 &lt;b&gt;&amp;_x005F_x0041_</t></is></c>',
    );
    expect(xml).not.toContain("<f>");
  });

  it("removes characters that XML cannot contain, and truncates text to the cell limit", async () => {
    const xml = await sheet([{ ...row, note: `a\0\u0001\uD800b${"x".repeat(40_000)}` }], "note");
    expect(xml).toContain('preserve">abx');
    expect(xml.length).toBeLessThan(34_000);
  });
});

describe("exported rows", () => {
  const listed = (address: string, except: string[] = []) =>
    selectedRows({ address, except }, dashboard.ana.userId, NOW);

  beforeAll(async () => {
    for (let each = 2; each <= 9; each += 1)
      await dashboard.tell({ number: `CAIU000000${each}` }, `c-${each}`);
  });

  it("follow the board order page by page, and release the connection", async () => {
    const requested = listed("sort=-container", ["c-3"]);
    const pages = await all(await exportRows((work) => work(dashboard.db), requested, 3));
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([
      ["c-1", "c-9", "c-8"],
      ["c-7", "c-6", "c-5"],
      ["c-4", "c-2"],
    ]);
    const left = await exportRows((work) => work(dashboard.db), requested, 3);
    await left.next();
    const { rows } = await dashboard.pool.query(
      "select count(*)::int as open from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()",
    );
    expect(rows).toEqual([{ open: 0 }]);
    await left.return(undefined);
  });

  it("appear once each, as read, while rows are moved, added and deleted", async () => {
    const rows = await exportRows((work) => work(dashboard.db), listed("sort=container"), 3);
    const first = await rows.next();
    // Moves rows across the page that was read: the first to the end, the last to the front.
    await dashboard.pool.query(`update board_rows set number = case container_id
      when 'c-2' then 'ZZZU9999999' when 'c-9' then 'AAAU0000000' else number end`);
    await dashboard.pool.query(
      "update board_rows set row = row || '{\"note\": \"changed\"}' where container_id = 'c-8'",
    );
    await dashboard.pool.query("delete from containers where id = 'c-6'");
    await dashboard.tell({ number: "CAIU0000070" }, "c-new");
    const rest = (await all(rows)).flat();
    const ids = [...(first.value ?? []), ...rest].map(({ id }) => id);
    expect(ids).toEqual(["c-2", "c-3", "c-4", "c-5", "c-7", "c-8", "c-9", "c-1"]);
    expect(rest.find(({ id }) => id === "c-8")?.note).toBe("changed");
  });

  it("accept ids with any characters", async () => {
    const odd = 'c "odd", {1}\\ NULL';
    await dashboard.tell({ number: "CAIU0000111" }, odd);
    const found = await all(await exportRows((work) => work(dashboard.db), listed("q=CAIU0000111"), 3));
    expect(found.flat().map(({ id }) => id)).toEqual([odd]);
  });
});

it.each([
  ["Pull today", null, "drayboard-pull-today-2026-11-21.csv"],
  ["Pull today", "America/Los_Angeles", "drayboard-pull-today-2026-11-20.csv"],
  ['../../"; rm\r\nX: y', null, "drayboard-rm-x-y-2026-11-21.csv"],
  ["عربي", null, "drayboard-board-2026-11-21.csv"],
])("names the file of the view %j", (view, zone, name) => {
  expect(exportFileName(view, "csv", localDate(new Date("2026-11-21T02:00:00Z"), zone))).toBe(name);
});

it("does not treat plain text as a formula", () => {
  expect(["Maersk", "a-b", "(=1)", "1-2", ""].filter(looksLikeFormula)).toEqual([]);
});
