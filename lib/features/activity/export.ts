import type { AuditEntry } from "@/lib/features/activity/rules/activity-entry";
import type { ExportCell } from "@/lib/platform/text/table";

const text = (words: string | null): ExportCell =>
  words ? { kind: "text", text: words } : { kind: "empty" };

const HEADINGS = ["When (UTC)", "Who", "From address", "What", "Kind of record", "Record", "Id", "Details"];

/** The first line of the file. */
export const activityHead = (): ExportCell[] => HEADINGS.map(text);

/** One act as cells, each a text: nothing in it is for a spreadsheet to reckon with. */
export const activityCells = (act: AuditEntry): ExportCell[] =>
  [act.at, act.actor, act.address, act.action, act.recordType, act.recordName, act.recordId, act.detail].map(
    text,
  );
