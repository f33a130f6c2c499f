import type { AuditEntry } from "@/lib/features/activity/rules/activity-entry";
import type { ExportCell } from "@/lib/platform/text/table";

const text = (words: string | null): ExportCell =>
  words ? { kind: "text", text: words } : { kind: "empty" };

const HEADINGS = ["When (UTC)", "Who", "IP address", "What", "Record type", "Record", "ID", "Details"];

/** Returns the cells of the header row. */
export const activityHead = (): ExportCell[] => HEADINGS.map(text);

/** Returns one action as cells. Every cell is text, so that a spreadsheet does not calculate with it. */
export const activityCells = (act: AuditEntry): ExportCell[] =>
  [act.at, act.actor, act.address, act.action, act.recordType, act.recordName, act.recordId, act.detail].map(
    text,
  );
