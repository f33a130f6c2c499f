"use client";

import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { type BoardQuery, boardParams } from "@/lib/dispatch/board-query";
import { type ColumnLayout, formatLayout } from "@/lib/dispatch/column-layout";
import { Panel } from "./panel";
import type { BoardSelected } from "./use-selection";

const figure = (count: number): string => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;

/** Which boxes a form asks for, as fields. */
function fieldsOf({ selection, count }: BoardSelected, all: boolean): [string, string][] {
  if (all || count === 0) return [];
  return selection.mode === "all"
    ? [["except", [...selection.except].join(",")]]
    : [["ids", [...selection.ids].join(",")]];
}

/** Takes the board's rows away as a file, as it shows them: its filters, order and columns. */
export function ExportPanel({
  query,
  layout,
  selected,
  total,
  onClose,
}: {
  query: BoardQuery;
  layout: ColumnLayout;
  selected: BoardSelected;
  total: number;
  onClose: () => void;
}) {
  const [all, setAll] = useState(selected.count === 0);
  const address = boardParams({ ...query, cols: formatLayout(layout) }).toString();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Panel title="Export" onClose={onClose}>
      <form method="post" action="/api/export" className="flex flex-col gap-3">
        <input type="hidden" name="address" value={address} />
        <input type="hidden" name="zone" value={zone} />
        {fieldsOf(selected, all).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {selected.count > 0 && (
          <fieldset className="flex flex-col gap-1.5">
            <legend className="sr-only">Which rows</legend>
            <label className="inline-flex items-center gap-1.5">
              <input
                type="radio"
                name="which"
                className="accent-[var(--accent)]"
                checked={!all}
                onChange={() => setAll(false)}
              />
              The {figure(selected.count)} selected
            </label>
            <label className="inline-flex items-center gap-1.5">
              <input
                type="radio"
                name="which"
                className="accent-[var(--accent)]"
                checked={all}
                onChange={() => setAll(true)}
              />
              All {figure(total)} of these filters
            </label>
          </fieldset>
        )}
        <p className="text-ink-2">
          {figure(all ? total : selected.count)} in the order of the board, with its {layout.length} columns.
          Days and times stand in each terminal’s zone, which a column beside them names.
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <button type="submit" name="format" value="csv" className={buttonClass()}>
            CSV
          </button>
          <button type="submit" name="format" value="xlsx" className={buttonClass("main")}>
            Excel (XLSX)
          </button>
        </div>
      </form>
    </Panel>
  );
}
