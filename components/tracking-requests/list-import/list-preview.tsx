"use client";

import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { formatContainerNumber } from "@/lib/contract/container-number";
import {
  ROW_STATUSES,
  type RowStatus,
  STATUS_LABELS,
  statusOf,
  statusText,
} from "@/lib/features/tracking-requests/list-import/rules/row-status";
import type { ListRow } from "@/lib/features/tracking-requests/list-import/rules/rows";
import { REQUEST_TYPE_LABELS } from "@/lib/features/tracking-requests/messages/tracking-status";
import { type KnownNumber, knownNumberHref } from "@/lib/features/tracking-requests/rules/tracked-number";

const DRAWN = 100;

const TONES: Record<RowStatus, string> = {
  ready: "text-go",
  wrong: "font-[560] text-late",
  repeated: "text-ink-3",
  known: "text-ink-3",
};

const chip = (chosen: boolean) =>
  `inline-flex min-h-6.5 items-center gap-1 rounded-chip border px-2 py-0.5 ${chosen ? "border-accent bg-accent-soft" : "border-line-strong"}`;

function PreviewRow({
  row,
  known,
  even,
}: {
  row: ListRow;
  known: ReadonlyMap<string, KnownNumber>;
  even: boolean;
}) {
  const status = statusOf(row, known, even);
  const found = known.get(row.key);
  const href = found && knownNumberHref(found);
  const related = row.ask ? [...row.ask.references, ...row.ask.tags] : [];
  return (
    <Row data-standing={status}>
      <Cell className="text-right text-ink-3 tabular-nums">{row.line.toLocaleString("en-US")}</Cell>
      <Cell className="min-w-32 font-mono text-[12.5px] wrap-anywhere">
        {row.ask ? formatContainerNumber(row.ask.number) : row.key || "–"}
      </Cell>
      <Cell className="whitespace-nowrap max-sm:hidden">
        {row.ask ? REQUEST_TYPE_LABELS[row.ask.type] : "–"}
      </Cell>
      <Cell className="max-sm:hidden">{row.ask ? (row.ask.scac ?? "detect") : "–"}</Cell>
      <Cell className="min-w-32 wrap-anywhere text-ink-2 max-md:hidden">{related.join(", ") || "–"}</Cell>
      <Cell className="min-w-36 wrap-anywhere">
        <span className={TONES[status]}>{STATUS_LABELS[status]}</span>
        <Note>
          {statusText(row, known, even)}
          {href && (status === "known" || status === "ready") && (
            <>
              {" "}
              <Link href={href} prefetch={false} className="text-accent underline">
                Open
              </Link>
            </>
          )}
        </Note>
      </Cell>
    </Row>
  );
}

/** The rows of a list with the request that each would send, or the reason why not, grouped by state. */
export function ListPreview({
  rows,
  known,
  even,
}: {
  rows: readonly ListRow[];
  known: ReadonlyMap<string, KnownNumber>;
  even: boolean;
}) {
  const [shown, setShown] = useState<RowStatus | null>(null);
  const [rendered, setRendered] = useState(DRAWN);
  const standings = rows.map((row) => statusOf(row, known, even));
  const count = (status: RowStatus) => standings.filter((each) => each === status).length;
  const listed = shown === null ? rows : rows.filter((_, index) => standings[index] === shown);
  const choose = (status: RowStatus | null) => {
    setShown(status);
    setRendered(DRAWN);
  };
  return (
    <section aria-label="Preview" className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around buttons */}
      <div role="group" aria-label="Filter rows" className="flex flex-wrap gap-1.5">
        <button
          type="button"
          aria-pressed={shown === null}
          className={chip(shown === null)}
          onClick={() => choose(null)}
        >
          All {rows.length.toLocaleString("en-US")}
        </button>
        {ROW_STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={shown === status}
            className={chip(shown === status)}
            onClick={() => choose(status)}
          >
            {STATUS_LABELS[status]} {count(status).toLocaleString("en-US")}
          </button>
        ))}
      </div>
      {listed.length === 0 ? (
        <p className="text-ink-3">No matching rows.</p>
      ) : (
        <Table
          label="List rows"
          heads={
            <>
              <Head className="text-right">Row</Head>
              <Head>Number</Head>
              <Head className="max-sm:hidden">Type</Head>
              <Head className="max-sm:hidden">Line</Head>
              <Head className="max-md:hidden">References and tags</Head>
              <Head className="w-full">Status</Head>
            </>
          }
        >
          {listed.slice(0, rendered).map((row) => (
            <PreviewRow key={row.line} row={row} known={known} even={even} />
          ))}
        </Table>
      )}
      {listed.length > rendered && (
        <div className="flex items-center gap-2 text-ink-3">
          <Button onClick={() => setRendered(rendered + 2 * DRAWN)}>Show more</Button>
          {rendered.toLocaleString("en-US")} of {listed.length.toLocaleString("en-US")}
        </div>
      )}
    </section>
  );
}
