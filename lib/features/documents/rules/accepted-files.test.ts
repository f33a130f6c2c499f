import { describe, expect, it } from "vitest";
import {
  contentProblem,
  fileProblem,
  MAX_FILE_BYTES,
  mediaTypeOf,
  safeFileName,
  savedAs,
} from "./accepted-files";
import { bytesText, documentState } from "./document";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

describe("file checks", () => {
  it.each([
    ["Notice.PDF", "%PDF-1.7", "application/pdf"],
    ["scan.jpeg", "\xff\xd8\xff\xe0", "image/jpeg"],
    ["sheet.xlsx", "PK\x03\x04", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["rates.csv", "a;b\n", "text/csv"],
    ["wide.txt", "\xff\xfea\x00", "text/plain"],
    ["late.pdf", `\n${" ".repeat(500)}%PDF-1.4`, "application/pdf"],
  ])("accept %s with matching first bytes", (name, head, media) => {
    expect([fileProblem(name, 1), contentProblem(name, bytes(head)), mediaTypeOf(name)]).toEqual([
      null,
      null,
      media,
    ]);
  });

  it.each([
    ["page.html", 10, /Upload a PDF, image, Word, Excel, text or email \(\.eml\) file/],
    ["drawing.svg", 10, /Upload a PDF, image, Word, Excel, text or email \(\.eml\) file/],
    ["setup.pdf.exe", 10, /Upload a PDF, image, Word, Excel, text or email \(\.eml\) file/],
    ["noname", 10, /Upload a PDF, image, Word, Excel, text or email \(\.eml\) file/],
    ["constructor", 10, /Upload a PDF, image, Word, Excel, text or email \(\.eml\) file/],
    ["x.constructor", 10, /Upload a PDF, image, Word, Excel, text or email \(\.eml\) file/],
    ["a.pdf", 0, /empty/],
    ["a.pdf", MAX_FILE_BYTES + 1, /The limit is 9\.9 MB/],
    ["a.pdf", 100_000_000, /is 100\.0 MB\. The limit is 9\.9 MB/],
  ])("reject %s of %i bytes with the reason", (name, size, message) => {
    expect(fileProblem(name, size)).toMatch(message);
  });

  it.each([
    ["a.pdf", "MZ\x90\x00"],
    ["a.pdf", "<html>"],
    ["a.png", "%PDF-1.7"],
    ["a.docx", "\xd0\xcf\x11\xe0"],
    ["a.csv", "PK\x03\x04\x14\x00"],
    ["a.txt", "a\x00b"],
  ])("reject %s that begins with %o", (name, head) => {
    expect(contentProblem(name, bytes(head))).toMatch(/Correct the file extension, then upload again/);
  });
});

it.each([
  ["Notice.pdf", "Notice.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\fakepath\\BOL 7.pdf", "BOL 7.pdf"],
  ['a"; filename="b.exe', "a filename= b.exe"],
  ["a\r\nSet-Cookie: x=1.pdf", "a Set-Cookie x=1.pdf"],
  ["\u202efdp.exe", "fdp.exe"],
  ["...", "document"],
  ["", "document"],
  ["提单.pdf", "提单.pdf"],
  [`${"x".repeat(400)}.pdf`, `${"x".repeat(180)}.pdf`],
])("saves the name %o as %o", (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

it("makes every browser save the file under its name, and never display it", () => {
  expect(savedAs("Ä'(1) 提单.pdf")).toBe(
    "attachment; filename=\"A'(1) .pdf\"; filename*=UTF-8''%C3%84%27%281%29%20%E6%8F%90%E5%8D%95.pdf",
  );
  expect(savedAs("提单")).toMatch(/^attachment; filename="document"; /);
  expect(() => new Headers({ "Content-Disposition": savedAs("\ud800a\n\u{1f600}.pdf") })).not.toThrow();
});

it("has the same state for the same editable values, whatever the order of links", () => {
  const link = (id: string) => ({ type: "container", id, number: "x" }) as const;
  const record = { name: "a", type: null };
  expect(documentState({ ...record, links: [link("1"), link("2"), link("1")] })).toBe(
    documentState({ ...record, links: [link("2"), link("1")] }),
  );
  expect(documentState({ ...record, links: [] })).not.toBe(
    documentState({ ...record, type: "other", links: [] }),
  );
});

it.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1 KB"],
  [999_499, "999 KB"],
  [999_500, "1.0 MB"],
])("formats %i bytes as %s", (count, message) => {
  expect(bytesText(count)).toBe(message);
});
