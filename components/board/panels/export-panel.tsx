"use client";

import { type SubmitEvent, useState } from "react";
import { BoardRequestError, checkExport } from "@/components/board/data/requests";
import type { BoardSelected } from "@/components/board/selection/use-selection";
import { buttonClass } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { type BoardQuery, boardParams } from "@/lib/features/board/rules/board-address";
import { type ColumnLayout, formatLayout } from "@/lib/features/board/rules/column-layout";

const figure = (count: number): string => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;

/** The form fields that select the exported containers. */
function fieldsOf({ selection, count }: BoardSelected, all: boolean): [string, string][] {
  if (all || count === 0) return [];
  return selection.mode === "all"
    ? [["except", [...selection.except].join(",")]]
    : [["ids", [...selection.ids].join(",")]];
}

const FORMATS = [
  { format: "csv", label: "CSV" },
  { format: "xlsx", label: "Excel (XLSX)" },
] as const;
type Reported = { text: string; refused: boolean };

/** The result of an export attempt. The browser saves the file by itself; a rejection is shown in the panel. */
function useFile() {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Reported | null>(null);
  async function take(form: HTMLFormElement, format: string): Promise<void> {
    const requested = new FormData(form);
    requested.set("format", format);
    setBusy(true);
    setSaid(null);
    try {
      await checkExport(requested);
      // The browser writes the response to disk as a stream. A script would hold all of it in memory.
      const field = form.elements.namedItem("format");
      if (field instanceof HTMLInputElement) field.value = format;
      form.submit();
      setSaid({ text: "Export started. Check your downloads.", refused: false });
    } catch (error) {
      const known = error instanceof BoardRequestError;
      const text =
        known && error.status === 401 ? "You are signed out. Sign in on another tab, then retry." : null;
      setSaid({
        text: text ?? (known ? error.message : "Couldn’t send the request. Try again."),
        refused: true,
      });
    }
    setBusy(false);
  }
  return { busy, said, take };
}

/** Exports the board's rows as a file, with its filters, order and columns. */
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
  const { busy, said, take } = useFile();
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const format = submitter instanceof HTMLButtonElement ? submitter.value : "csv";
    void take(event.currentTarget, format);
  }
  return (
    <Panel title="Export" onClose={onClose}>
      <form method="post" action="/api/export" className="flex flex-col gap-3" onSubmit={submit}>
        <input type="hidden" name="format" defaultValue="csv" />
        <input type="hidden" name="address" value={address} />
        <input type="hidden" name="zone" value={zone} />
        {fieldsOf(selected, all).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {selected.count > 0 && (
          <fieldset className="flex flex-col gap-1.5">
            <legend className="sr-only">Rows to export</legend>
            <label className="inline-flex items-center gap-1.5">
              <input
                type="radio"
                name="which"
                className="accent-[var(--accent)]"
                checked={!all}
                onChange={() => setAll(false)}
              />
              {figure(selected.count)} selected
            </label>
            <label className="inline-flex items-center gap-1.5">
              <input
                type="radio"
                name="which"
                className="accent-[var(--accent)]"
                checked={all}
                onChange={() => setAll(true)}
              />
              All {figure(total)} that match the filters
            </label>
          </fieldset>
        )}
        <p className="text-ink-2">
          {figure(all ? total : selected.count)} in board order, with {layout.length} columns. Dates and times
          use each terminal’s time zone, named in the next column.
        </p>
        {said?.refused && (
          <p role="alert" className="text-late">
            {said.text}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="mr-auto text-note text-ink-2">
            {busy ? "Exporting…" : said?.refused === false ? said.text : ""}
          </p>
          {FORMATS.map(({ format, label }) => (
            <button
              key={format}
              type="submit"
              value={format}
              disabled={busy}
              className={buttonClass(format === "xlsx" ? "main" : "plain")}
            >
              {label}
            </button>
          ))}
        </div>
      </form>
    </Panel>
  );
}
