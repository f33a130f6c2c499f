import type { AuditEntry } from "@/lib/features/activity/rules/activity-entry";
import type { ExportCell } from "@/lib/platform/text/table";
import { actionText, detailText } from "./messages";

const text = (message: string | null): ExportCell =>
  message ? { kind: "text", text: message } : { kind: "empty" };

const HEADINGS = ["When (UTC)", "Who", "IP address", "What", "Record type", "Record", "ID", "Details"];

/** Returns the cells of the header row. */
export const activityHead = (): ExportCell[] => HEADINGS.map(text);

/** Returns one action as cells. Every cell is text, so that a spreadsheet does not calculate with it. */
export const activityCells = (action: AuditEntry): ExportCell[] =>
  [
    action.at,
    action.actor,
    action.address,
    actionText(action.action),
    action.recordType,
    action.recordName,
    action.recordId,
    detailText(action),
  ].map(text);
