"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { BoardRows } from "@/components/board/data/use-board-rows";
import { boardSelection } from "@/components/board/selection/selection";
import { type BoardSelected, focusedRow, useSelection } from "@/components/board/selection/use-selection";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { useMay } from "@/components/ui/permissions";
import { notify } from "@/components/ui/toasts";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import type { ColumnLayout } from "@/lib/features/board/rules/column-layout";
import type { BulkAction } from "./bulk-actions";
import { useJobs } from "./use-jobs";

/** Parts that require a selection or a job load their script only then. */
const BulkBar = dynamic(() => import("./bulk-bar").then((module) => module.BulkBar), { ssr: false });
const BulkPanel = dynamic(() => import("./bulk-panel").then((module) => module.BulkPanel), { ssr: false });
const ExportPanel = dynamic(
  () => import("@/components/board/panels/export-panel").then((module) => module.ExportPanel),
  {
    ssr: false,
  },
);
const JobsStrip = dynamic(() => import("./active-jobs").then((module) => module.JobsStrip), {
  ssr: false,
});

/** Selects the focused row if nothing is selected. */
function selectFocused({ count }: BoardSelected): boolean {
  if (count > 0) return true;
  const row = focusedRow();
  if (!row) {
    void notify("Select containers first. Press x to select a row.");
    return false;
  }
  boardSelection.toggle(row.id, row.index);
  return true;
}

/** The foot of the board: the actions for the selection, and the progress of jobs. */
export function BulkDock({
  query,
  rows,
  layout,
}: {
  query: BoardQuery;
  rows: BoardRows;
  layout: ColumnLayout;
}) {
  const selected = useSelection(query, rows);
  const jobs = useJobs();
  const [action, setAction] = useState<BulkAction | null>(null);
  const begin = (wanted: BulkAction) => {
    if (wanted !== "export" && !selectFocused(selected)) return true;
    setAction(wanted);
    return true;
  };
  const mayDispatch = useMay("dispatch");
  useKeys({
    "assign-many": mayDispatch ? () => begin("assign_carrier") : undefined,
    "refresh-many": mayDispatch ? () => begin("refresh") : undefined,
    export: () => begin("export"),
  });
  const close = () => setAction(null);
  return (
    <>
      {selected.count > 0 && <BulkBar selected={selected} total={rows.total} onAct={begin} />}
      {jobs && jobs.length > 0 && <JobsStrip jobs={jobs} />}
      {action === "export" && (
        <ExportPanel query={query} layout={layout} selected={selected} total={rows.total} onClose={close} />
      )}
      {action !== null && action !== "export" && (
        <BulkPanel act={action} selected={selected} onClose={close} />
      )}
    </>
  );
}
