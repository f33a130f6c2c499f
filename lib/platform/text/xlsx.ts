import { withoutBidiControls } from "./bidi";
import { type ExportCell, type ExportTable, looksLikeFormula } from "./table";
import { zipOf } from "./zip";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The maximum number of characters in a cell of a sheet. */
const MAX_CELL = 32_767;
/** Indexes of the formats in `cellXfs` below. */
const STYLES = { plain: 0, heading: 1, day: 2, moment: 3, quoted: 4 } as const;

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`;
const ROOT = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const WORKBOOK_PARTS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
const FORMATS = [
  '<xf xfId="0"/>',
  '<xf xfId="0" fontId="1" applyFont="1"/>',
  '<xf xfId="0" numFmtId="164" applyNumberFormat="1"/>',
  '<xf xfId="0" numFmtId="165" applyNumberFormat="1"/>',
  '<xf xfId="0" numFmtId="49" applyNumberFormat="1" quotePrefix="1"/>',
];
const FIRST_MONEY_FORMAT = 166;

/** A cell of money: the digits of the currency, and its code where it is one. */
type MoneyStyle = { currency: string | null; digits: number };

/** The number format of money. Only codes of three letters become part of it: the rest is text of others. */
function moneyFormat({ currency, digits }: MoneyStyle): string {
  const amount = digits > 0 ? `#,##0.${"0".repeat(digits)}` : "#,##0";
  if (currency === "USD") return `[$$-409]${amount}`;
  return currency !== null && /^[A-Z]{3}$/.test(currency) ? `${amount}\\ &quot;${currency}&quot;` : amount;
}

/** The styles of the workbook's cells. Those of money are added while the sheet is written. */
class Styles {
  readonly #money: string[] = [];

  moneyStyle(style: MoneyStyle): number {
    const format = moneyFormat(style);
    if (!this.#money.includes(format)) this.#money.push(format);
    return FORMATS.length + this.#money.indexOf(format);
  }

  *xml(): Generator<string> {
    const numbers = this.#money.map(
      (code, at) => `<numFmt numFmtId="${FIRST_MONEY_FORMAT + at}" formatCode="${code}"/>`,
    );
    const formats = [
      ...FORMATS,
      ...this.#money.map(
        (_, at) => `<xf xfId="0" numFmtId="${FIRST_MONEY_FORMAT + at}" applyNumberFormat="1"/>`,
      ),
    ];
    yield `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${2 + numbers.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>${numbers.join("")}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join("")}</cellXfs></styleSheet>`;
  }
}

/**
 * Text escaped for XML. Characters that XML cannot contain, and those that change the direction of text, are removed, and "_x0041_" is escaped so that it is not read
 * as a character code.
 */
function escaped(text: string): string {
  return withoutBidiControls(text)
    .slice(0, MAX_CELL)
    .replaceAll(/(?![\t\n\r])\p{Cc}|\p{Surrogate}|\p{Noncharacter_Code_Point}/gu, "")
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}

const inline = (text: string, style: number): string =>
  `<c${style === STYLES.plain ? "" : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** Days since 30 December 1899, as in sheets; `text` is a local "2026-11-20" or "2026-11-20 14:00". */
function serial(text: string): number {
  const [day = "", time = "00:00"] = text.split(" ");
  const days = Date.parse(`${day}T${time}:00Z`) / 86_400_000 + 25_569;
  return Math.round(days * 1e6) / 1e6;
}

function cell(value: ExportCell, styles: Styles): string {
  switch (value.kind) {
    case "empty":
      return "<c/>";
    case "number":
      return `<c><v>${value.value}</v></c>`;
    case "money":
      return `<c s="${styles.moneyStyle(value)}"><v>${value.value}</v></c>`;
    case "text":
      return inline(value.text, looksLikeFormula(value.text) ? STYLES.quoted : STYLES.plain);
    default: {
      const days = serial(value.text);
      return Number.isNaN(days)
        ? inline(value.text, STYLES.plain)
        : `<c s="${STYLES[value.kind]}"><v>${days}</v></c>`;
    }
  }
}

/** The name of a column by its number from 1: "A", "AB". */
function columnName(number: number): string {
  const before = Math.floor((number - 1) / 26);
  return `${before > 0 ? columnName(before) : ""}${String.fromCharCode(65 + ((number - 1) % 26))}`;
}

async function* sheetOf<Row>(
  { headings, cellsOf }: ExportTable<Row>,
  batches: AsyncIterable<readonly Row[]>,
  styles: Styles,
): AsyncGenerator<string> {
  const widths = headings.map(
    (heading, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.max(12, heading.length + 2)}" customWidth="1"/>`,
  );
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData>`;
  yield `<row>${headings.map((heading) => inline(heading, STYLES.heading)).join("")}</row>`;
  let last = 1;
  for await (const rows of batches) {
    last += rows.length;
    yield rows
      .map(
        (row) =>
          `<row>${cellsOf(row)
            .map((value) => cell(value, styles))
            .join("")}</row>`,
      )
      .join("");
  }
  yield `</sheetData><autoFilter ref="A1:${columnName(headings.length)}${last}"/></worksheet>`;
}

/** A sheet's name: at most 31 characters, without characters that have a meaning in formulas. */
const sheetName = (name: string): string =>
  escaped(
    name
      .replaceAll(/[[\]:*?/\\'"]/g, " ")
      .trim()
      .slice(0, 31),
  ) || "Containers";

/** The rows as a workbook of one sheet with a filter and a frozen heading. Every text is stored as text, whatever it looks like. */
export function xlsxOf<Row>(
  table: ExportTable<Row>,
  batches: AsyncIterable<readonly Row[]>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const styles = new Styles();
  const workbook = `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  return zipOf([
    { name: "[Content_Types].xml", contents: [CONTENT_TYPES] },
    { name: "_rels/.rels", contents: [ROOT] },
    { name: "xl/workbook.xml", contents: [workbook] },
    { name: "xl/_rels/workbook.xml.rels", contents: [WORKBOOK_PARTS] },
    { name: "xl/worksheets/sheet1.xml", contents: sheetOf(table, batches, styles) },
    { name: "xl/styles.xml", contents: styles.xml() },
  ]);
}
