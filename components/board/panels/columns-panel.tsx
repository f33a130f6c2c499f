"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import {
  type ColumnLayout,
  WIDEST,
  withColumn,
  withMoved,
  withWidths,
} from "@/lib/features/board/rules/column-layout";
import { type BoardColumnId, boardColumn, boardColumns } from "@/lib/features/board/rules/columns";
import type { FieldNames } from "@/lib/features/custom-fields/rules/custom-field";

const STEP =
  "inline-flex size-6.5 items-center justify-center rounded-chip border border-line-strong disabled:opacity-40";

/** Selects, orders and resizes the columns. It is the keyboard alternative to the table header. */
export function ColumnsPanel({
  layout,
  fieldNames,
  widths,
  custom,
  onLayout,
  onReset,
  onClose,
}: {
  layout: ColumnLayout;
  fieldNames: FieldNames;
  /** The current column widths in px. */
  widths: Partial<Record<BoardColumnId, number>>;
  /** Whether the layout differs from the default. */
  custom: boolean;
  onLayout: (layout: ColumnLayout) => void;
  onReset: () => void;
  onClose: () => void;
}) {
  const hidden = boardColumns(fieldNames).filter(({ id }) => !layout.some((column) => column.id === id));
  return (
    <Panel title="Columns" onClose={onClose}>
      <ul aria-label="Visible columns">
        {layout.map(({ id, width }, at) => {
          const { label, min, width: usual } = boardColumn(id, fieldNames);
          const fixed = id === "number";
          return (
            <li key={id} className="flex items-center gap-2 py-1">
              <label className="flex min-w-0 flex-1 items-center gap-2">
                <input
                  type="checkbox"
                  checked
                  disabled={fixed}
                  className="size-4 accent-[var(--accent)]"
                  onChange={() => onLayout(withColumn(layout, id, false))}
                />
                <span className="truncate" dir="auto">
                  {label}
                </span>
              </label>
              <input
                type="number"
                aria-label={`Width of ${label} in px`}
                min={min}
                max={WIDEST}
                step={4}
                value={width ?? widths[id] ?? usual}
                className="w-18 rounded-chip border border-edge bg-surface px-1.5 py-0.5"
                onChange={(event) => {
                  const px = event.target.valueAsNumber;
                  if (px >= min) onLayout(withWidths(layout, { ...widths, [id]: px }));
                }}
              />
              <button
                type="button"
                aria-label={`Move ${label} left`}
                disabled={fixed || at <= 1}
                className={STEP}
                onClick={() => onLayout(withMoved(layout, id, at - 1))}
              >
                <ArrowUp aria-hidden size={13} />
              </button>
              <button
                type="button"
                aria-label={`Move ${label} right`}
                disabled={fixed || at === layout.length - 1}
                className={STEP}
                onClick={() => onLayout(withMoved(layout, id, at + 1))}
              >
                <ArrowDown aria-hidden size={13} />
              </button>
            </li>
          );
        })}
      </ul>
      {hidden.length > 0 && (
        <>
          <h3 className="mt-3 border-t border-line pt-2.5 text-note text-ink-3">Hidden</h3>
          <ul aria-label="Hidden columns">
            {hidden.map(({ id, label }) => (
              <li key={id} className="py-1">
                <label className="flex items-center gap-2">
                  <input
                    type="checkbox"
                    checked={false}
                    className="size-4 accent-[var(--accent)]"
                    onChange={() => onLayout(withColumn(layout, id, true))}
                  />
                  <span className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
                    {label}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-3 flex justify-between gap-2 border-t border-line pt-3">
        <Button disabled={!custom} onClick={onReset}>
          Reset columns
        </Button>
        <Button variant="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </Panel>
  );
}
