import type { ExportCell } from "./export-table";

/** What a line of the file tells of an act; `at` is UTC text. */
export type ActivityLine = {
  at: string;
  actor: string;
  address: string | null;
  action: string;
  recordType: string | null;
  recordId: string | null;
  recordName: string | null;
  detail: string;
};

const text = (words: string | null): ExportCell =>
  words ? { kind: "text", text: words } : { kind: "empty" };

const HEADINGS = ["When (UTC)", "Who", "From address", "What", "Kind of record", "Record", "Id", "Details"];

/** The first line of the file. */
export const activityHead = (): ExportCell[] => HEADINGS.map(text);

/** One act as cells, each a text: nothing in it is for a spreadsheet to reckon with. */
export const activityCells = (line: ActivityLine): ExportCell[] =>
  [
    line.at,
    line.actor,
    line.address,
    line.action,
    line.recordType,
    line.recordName,
    line.recordId,
    line.detail,
  ].map(text);
