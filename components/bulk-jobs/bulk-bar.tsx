"use client";

import { boardSelection } from "@/components/board/selection/selection";
import type { BoardSelected } from "@/components/board/selection/use-selection";
import { Button } from "@/components/ui/button";
import { useMay } from "@/components/ui/permissions";
import { ACTION_LABELS, BULK_ACTIONS, type BulkAction } from "./bulk-actions";

const figure = (count: number): string => count.toLocaleString("en-US");

/** The actions for the selected containers, and their number. */
export function BulkBar({
  selected,
  total,
  onAct,
}: {
  selected: BoardSelected;
  total: number;
  onAct: (action: BulkAction) => void;
}) {
  const { selection, count, scope, address } = selected;
  const mayDispatch = useMay("dispatch");
  return (
    <section
      aria-label="Selected containers"
      className="sticky bottom-0 z-30 mt-1.5 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card border border-accent bg-surface px-3 py-1.5 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <p role="status" className="shrink-0">
        <b className="font-[600] tabular-nums">{figure(count)}</b> selected
        {selection.mode === "all" && selection.except.size === 0 && " (all that match the filters)"}
      </p>
      <div className="flex gap-1.5 max-md:order-last max-md:-mx-3 max-md:w-[calc(100%+1.5rem)] max-md:overflow-x-auto max-md:px-3 md:flex-wrap">
        {BULK_ACTIONS.filter((action) => mayDispatch || action === "export").map((action) => (
          <Button
            key={action}
            className="max-md:min-h-10"
            variant={action === "assign_carrier" ? "main" : "plain"}
            aria-haspopup="dialog"
            onClick={() => onAct(action)}
          >
            {ACTION_LABELS[action]}
          </Button>
        ))}
      </div>
      <span className="ml-auto flex shrink-0 gap-1.5">
        {count < total && (
          <Button variant="quiet" onClick={() => boardSelection.all(scope, address)}>
            Select all {figure(total)}
          </Button>
        )}
        <Button variant="quiet" onClick={() => boardSelection.clear()}>
          Clear selection
        </Button>
      </span>
    </section>
  );
}
