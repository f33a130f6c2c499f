import { withoutBidiControls } from "./bidi";
import { type ExportCell, type ExportTable, looksLikeFormula } from "./table";

/** Spreadsheets read a file as UTF-8 if it begins with this. */
const BYTE_ORDER_MARK = "\uFEFF";

const quoted = (text: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Text that a spreadsheet shows unchanged: a text it would treat as a formula is prefixed with an apostrophe. */
function textField(text: string): string {
  const plain = withoutBidiControls(text.replaceAll("\0", ""));
  return quoted(looksLikeFormula(plain) ? `'${plain}` : plain);
}

function field(cell: ExportCell): string {
  switch (cell.kind) {
    case "empty":
      return "";
    case "number":
      return String(cell.value);
    case "money":
      return cell.value.toFixed(cell.digits);
    case "text":
      return textField(cell.text);
    default:
      return cell.text;
  }
}

const line = (cells: readonly ExportCell[]): string => `${cells.map(field).join(",")}\r\n`;

/** Lines of cells as one text, in the same format as the board's files. */
export const csvText = (lines: readonly (readonly ExportCell[])[]): string =>
  `${BYTE_ORDER_MARK}${lines.map(line).join("")}`;

/** The rows as CSV (RFC 4180, UTF-8 with a byte order mark), one chunk of text per batch of rows. */
export async function* csvOf<Row>(
  { headings, cellsOf }: ExportTable<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${BYTE_ORDER_MARK}${headings.map(textField).join(",")}\r\n`);
  for await (const rows of batches) yield Buffer.from(rows.map((row) => line(cellsOf(row))).join(""));
}

/** Batches of lines as CSV, in the format of `csvOf`. */
export async function* csvLines(
  head: readonly ExportCell[],
  batches: AsyncIterable<readonly (readonly ExportCell[])[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvText([head]));
  for await (const lines of batches) yield Buffer.from(lines.map(line).join(""));
}
