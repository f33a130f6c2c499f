import { describe, expect, it } from "vitest";
import { guessLayout } from "@/lib/features/tracking-requests/list-import/rules/columns";
import { MAX_LIST_ROWS, partyNames, readList } from "@/lib/features/tracking-requests/list-import/rules/rows";
import { decodeList, MAX_LIST_BYTES, sizeProblem } from "./decode-file";
import { parseList } from "./parse-list";

const PARTIES = partyNames([{ id: "p-1", name: "Café Imports" }]);
const TEXT = "Container,Line,Customer\r\nMSKU9070323,MAEU,Café Imports\r\n";

function utf16(text: string, { big = false, mark = true } = {}): Uint8Array {
  const bytes = Buffer.from((mark ? "\ufeff" : "") + text, "utf16le");
  return new Uint8Array(big ? bytes.swap16() : bytes);
}

/** The result of a file: the request of its first row, or the reason of its rejection. */
function read(bytes: Uint8Array) {
  const decoded = decodeList(bytes);
  if ("problem" in decoded) return decoded;
  const parsed = parseList(decoded.text);
  if ("problem" in parsed) return parsed;
  const { rows } = readList(parsed.cells, guessLayout(parsed.cells), PARTIES);
  return { encoding: decoded.encoding, separator: parsed.separator, rows };
}
const readText = (text: string) => read(new TextEncoder().encode(text));
const problemOf = (text: string) => Reflect.get(readText(text), "problem");

describe("the encoding of a file", () => {
  const requested = { number: "MSKU9070323", scac: "MAEU", customerPartyId: "p-1", type: "container" };
  it.each([
    ["UTF-8", new TextEncoder().encode(TEXT), "UTF-8"],
    ["UTF-8 with a mark", new TextEncoder().encode(`\ufeff${TEXT}`), "UTF-8"],
    ["UTF-16, little end first", utf16(TEXT), "UTF-16"],
    ["UTF-16, big end first", utf16(TEXT, { big: true }), "UTF-16"],
    ["UTF-16 without a mark", utf16(TEXT, { mark: false }), "UTF-16"],
    ["UTF-16, big end first, without a mark", utf16(TEXT, { big: true, mark: false }), "UTF-16"],
    ["Latin-1", new Uint8Array(Buffer.from(TEXT, "latin1")), "Windows-1252 (Latin-1)"],
  ])("is detected: %s", (_, bytes, encoding) => {
    expect(read(bytes)).toMatchObject({ encoding, rows: [{ ask: requested, problems: [] }] });
  });

  it("reads Windows-1252 characters that Latin-1 lacks", () => {
    const bytes = new Uint8Array([...Buffer.from("Container,PO\nMSKU9070323,"), 0x80, 0x31]);
    expect(read(bytes)).toMatchObject({ rows: [{ ask: { references: ["€1"] } }] });
  });

  it.each([
    [
      "a workbook",
      [0x50, 0x4b, 0x03, 0x04, 0, 0],
      /This is a workbook or ZIP file, not a text file.*save it as CSV/,
    ],
    ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /older Office file/],
    ["a PDF", [0x25, 0x50, 0x44, 0x46, 0x2d], /PDF/],
    ["a picture", [0x89, 0x50, 0x4e, 0x47], /This is an image/],
    ["a packed file", [0x1f, 0x8b, 8], /is compressed/],
    ["anything with zeros in it", [65, 0, 66, 67, 0, 0, 68, 0xff], /not a text file/],
    ["nothing", [], /empty/],
  ])("is not guessed for %s, which is rejected", (_, bytes, message) => {
    expect(Reflect.get(decodeList(new Uint8Array(bytes)), "problem")).toMatch(message);
  });
});

describe("the size of a file", () => {
  it("is checked before a byte is read", () => {
    expect(sizeProblem({ name: "all.csv", size: 50_000_000 })).toBe(
      "all.csv is 50 MB. The limit is 5 MB. Split it or remove unneeded columns.",
    );
    expect(sizeProblem({ name: "all.csv", size: MAX_LIST_BYTES })).toBeNull();
    expect(sizeProblem({ name: "all.csv", size: MAX_LIST_BYTES + 1 })).not.toBeNull();
  });

  it("is rejected above the row and column limits, with its actual size", () => {
    const rows = (count: number) => `Container\n${"MSKU9070323\n".repeat(count)}`;
    expect(problemOf(rows(MAX_LIST_ROWS + 1))).toBe(
      "The list has 20,002 rows. The limit is 20,000. Split the list.",
    );
    expect(problemOf(rows(MAX_LIST_ROWS))).toBeUndefined();
    expect(problemOf(`Container\nMSKU9070323${",".repeat(120)}x`)).toMatch(
      /^Row 2 has more than 100 columns/,
    );
  });
});

describe("separators and quotes", () => {
  it.each([
    [",", "comma"],
    [";", "semicolon"],
    ["\t", "tab"],
    ["|", "bar"],
  ])("detects the separator %j", (separator, name) => {
    const text = [
      ["Container", "PO", "Tags"],
      ["MSKU9070323", '"4,5 t; rush"', "hot"],
      ["TGHU1234567", "PO|7".replace("|", separator === "|" ? "-" : "|"), ""],
    ]
      .map((row) => row.join(separator))
      .join("\n");
    expect(readText(text)).toMatchObject({ separator: name, rows: [{ ask: { tags: ["hot"] } }, {}] });
  });

  it("uses a separator line and includes it in the row numbers", () => {
    expect(readText("sep=;\r\nContainer;PO\r\nMSKU9070324;1\r\n")).toMatchObject({
      separator: "semicolon",
      rows: [{ line: 3, problems: [expect.stringMatching(/Check digit/)] }],
    });
  });

  it("keeps separators, quotes and line breaks inside quotes", () => {
    const read = readText('Container,Reference\n"MSKU9070323","PO ""A"", ""B""\nsecond"\n');
    expect(read).toMatchObject({
      rows: [{ line: 2, ask: { references: ['PO "A"', '"B"', "second"] } }],
    });
  });

  it("rejects an unclosed quote and names its row", () => {
    expect(problemOf('Container,PO\nMSKU9070323,1\nTGHU1234567,"open\nMSKU4807969,2\n')).toMatch(
      /^Row 3: a quotation mark is not closed/,
    );
  });

  it("reads one column, one row, and rows of unequal length", () => {
    expect(readText("MSKU9070323")).toMatchObject({ rows: [{ line: 1, ask: { type: "container" } }] });
    expect(readText("Container,PO\nMSKU9070323\nMSKU4807969,1,2,3\n")).toMatchObject({
      rows: [{ ask: { references: [] } }, { ask: { references: ["1"] } }],
    });
  });

  it.each(["", "   \r\n\r\n", ";;;\n;;;\n"])("reports that %j is empty", (text) => {
    expect(problemOf(text) ?? Reflect.get(decodeList(new Uint8Array()), "problem")).toMatch(/nothing|empty/);
  });

  it("reads five megabytes quickly", () => {
    const row = `MSKU9070323;MAEU;${"x".repeat(220)}\n`;
    const text = `Container;Line;Note\n${row.repeat(19_999)}`;
    const begun = performance.now();
    const read = readText(text);
    expect(read).toMatchObject({ rows: { length: 19_999 } });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
