"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useJobs } from "@/components/jobs/use-jobs";
import { useKeys } from "@/components/keys/use-keys";
import { useMay } from "@/components/shell/may";
import { notify } from "@/components/ui/notices";
import type { BoardQuery } from "@/lib/dispatch/board-query";
import type { ColumnLayout } from "@/lib/dispatch/column-layout";
import type { BulkAct } from "./bulk-acts";
import { boardSelection } from "./selection";
import type { BoardRows } from "./use-board-rows";
import { type BoardSelected, focusedRow, useSelection } from "./use-selection";

/** What is only needed once something is selected or under way comes with its script then. */
const BulkBar = dynamic(() => import("./bulk-bar").then((module) => module.BulkBar), { ssr: false });
const BulkPanel = dynamic(() => import("./bulk-panel").then((module) => module.BulkPanel), { ssr: false });
const ExportPanel = dynamic(() => import("./export-panel").then((module) => module.ExportPanel), {
  ssr: false,
});
const JobsStrip = dynamic(() => import("@/components/jobs/jobs-strip").then((module) => module.JobsStrip), {
  ssr: false,
});

/** The row that has the focus is meant where nothing is selected. */
function selectFocused({ count }: BoardSelected): boolean {
  if (count > 0) return true;
  const row = focusedRow();
  if (!row) {
    void notify("Select containers first: x selects a row.");
    return false;
  }
  boardSelection.toggle(row.id, row.index);
  return true;
}

/** The foot of the board: what can be done with the selection, and how far jobs are. */
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
  const [act, setAct] = useState<BulkAct | null>(null);
  const begin = (wanted: BulkAct) => {
    if (wanted !== "export" && !selectFocused(selected)) return true;
    setAct(wanted);
    return true;
  };
  const mayDispatch = useMay("dispatch");
  useKeys({
    "assign-many": mayDispatch ? () => begin("assign_carrier") : undefined,
    "refresh-many": mayDispatch ? () => begin("refresh") : undefined,
    export: () => begin("export"),
  });
  const close = () => setAct(null);
  return (
    <>
      {selected.count > 0 && <BulkBar selected={selected} total={rows.total} onAct={begin} />}
      {jobs && jobs.length > 0 && <JobsStrip jobs={jobs} />}
      {act === "export" && (
        <ExportPanel query={query} layout={layout} selected={selected} total={rows.total} onClose={close} />
      )}
      {act !== null && act !== "export" && <BulkPanel act={act} selected={selected} onClose={close} />}
    </>
  );
}
