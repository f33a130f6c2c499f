import type { Selection } from "@/components/board/selection/selection";
import type { JobKind } from "@/lib/features/bulk-jobs/messages";
import type { Selected } from "./requests";

/** The actions of the bulk bar. */
export const BULK_ACTIONS = [
  "assign_carrier",
  "remove_carrier",
  "tags",
  "references",
  "refresh",
  "stop_tracking",
  "resume_tracking",
  "export",
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const ACTION_LABELS: Record<BulkAction, string> = {
  assign_carrier: "Assign",
  remove_carrier: "Remove carrier",
  tags: "Tags",
  references: "References",
  refresh: "Refresh",
  stop_tracking: "Stop tracking",
  resume_tracking: "Resume tracking",
  export: "Export",
};

/** Actions that require a choice first, each with its job kinds. */
export const WAYS: Partial<Record<BulkAction, readonly { kind: JobKind; label: string }[]>> = {
  assign_carrier: [
    { kind: "replace_carrier", label: "Replace" },
    { kind: "assign_carrier", label: "Add" },
  ],
  tags: [
    { kind: "add_tags", label: "Add" },
    { kind: "remove_tags", label: "Remove" },
  ],
  references: [
    { kind: "add_references", label: "Add" },
    { kind: "remove_references", label: "Remove" },
  ],
};

/** The selection in the format of the API. */
export function requested(selection: Selection): Selected {
  return selection.mode === "all"
    ? { address: selection.address, except: [...selection.except] }
    : { ids: [...selection.ids] };
}
