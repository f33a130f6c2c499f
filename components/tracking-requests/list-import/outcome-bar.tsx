"use client";

import Link from "next/link";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { shipmentHref } from "@/lib/features/containers/urls";
import {
  LIST_OUTCOMES,
  type ListOutcome,
  type ListRowState,
  OUTCOME_LABELS,
  type OutcomeCounts,
} from "@/lib/features/tracking-requests/list-import/rules/row-outcome";
import {
  failedReasonText,
  requestStatusText,
} from "@/lib/features/tracking-requests/messages/tracking-status";

const BARS: Partial<Record<ListOutcome, string>> = {
  tracking: "bg-go",
  asked: "bg-accent",
  awaiting_manifest: "bg-soon",
  failed: "bg-late",
  refused: "bg-late",
  skipped: "bg-ink-3",
  cancelled: "bg-ink-3",
};
const TONES: Partial<Record<ListOutcome, string>> = {
  tracking: "text-go",
  awaiting_manifest: "text-soon",
  failed: "font-[560] text-late",
  refused: "font-[560] text-late",
};

/** The outcomes as a stacked bar. The figures next to it contain the same information. */
export function OutcomeBar({ counts, total }: { counts: OutcomeCounts; total: number }) {
  return (
    <span
      aria-hidden
      className="flex h-2 w-full overflow-hidden rounded-full bg-raised inset-ring inset-ring-line-strong"
    >
      {LIST_OUTCOMES.filter((outcome) => BARS[outcome]).map((outcome) => (
        <span
          key={outcome}
          className={BARS[outcome]}
          style={{ width: `${total === 0 ? 0 : (100 * counts[outcome]) / total}%` }}
        />
      ))}
    </span>
  );
}

/** The number of rows per outcome, each with a link to those rows. */
export function OutcomeChips({
  counts,
  total,
  chosen,
  onChoose,
}: {
  counts: OutcomeCounts;
  total: number;
  chosen: ListOutcome | null;
  onChoose: (outcome: ListOutcome | null) => void;
}) {
  const choices: { outcome: ListOutcome | null; label: string; count: number }[] = [
    { outcome: null, label: "All", count: total },
    ...LIST_OUTCOMES.map((outcome) => ({ outcome, label: OUTCOME_LABELS[outcome], count: counts[outcome] })),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around buttons
    <div role="group" aria-label="Filter rows" className="flex flex-wrap gap-1.5">
      {choices
        .filter(({ outcome, count }) => count > 0 || outcome === null || outcome === chosen)
        .map(({ outcome, label, count }) => (
          <button
            key={label}
            type="button"
            data-outcome={outcome ?? "all"}
            aria-pressed={chosen === outcome}
            onClick={() => onChoose(outcome)}
            className={`inline-flex min-h-6.5 items-center gap-1 rounded-chip border px-2 py-0.5 ${chosen === outcome ? "border-accent bg-accent-soft" : "border-line-strong"}`}
          >
            {label} <b className="font-[580] tabular-nums">{count.toLocaleString("en-US")}</b>
          </button>
        ))}
    </div>
  );
}

/** The text for a row's outcome, and the next step. */
function textOf({ outcome, words, reason }: ListRowState): { what: string | null; advice: string | null } {
  if (outcome === "failed" && reason) return failedReasonText(reason);
  if (outcome === "awaiting_manifest") return { what: requestStatusText(outcome).advice, advice: null };
  if (outcome === "tracking" || outcome === "asked" || outcome === "waiting")
    return { what: null, advice: null };
  return { what: words, advice: null };
}

/** The page of a row's shipment. For a number that is tracked otherwise, the search that opens it. */
function hrefOf({ number, outcome, reason, shipmentId }: ListRowState): string | null {
  if (shipmentId) return shipmentHref(shipmentId);
  const isTracked = outcome === "skipped" || reason === "duplicate";
  return isTracked && number !== "" ? `/find?q=${encodeURIComponent(number)}` : null;
}

/** Rows of a list, each with its outcome. */
export function OutcomeRows({ rows }: { rows: readonly ListRowState[] }) {
  return (
    <Table
      label="List rows"
      heads={
        <>
          <Head className="text-right">Row</Head>
          <Head>Number</Head>
          <Head className="w-full">Result</Head>
        </>
      }
    >
      {rows.map((row) => {
        const { what, advice } = textOf(row);
        const href = hrefOf(row);
        return (
          <Row key={row.position} data-outcome={row.outcome}>
            <Cell className="text-right text-ink-3 tabular-nums">{row.line.toLocaleString("en-US")}</Cell>
            <Cell className="min-w-32 font-mono text-[12.5px] wrap-anywhere">
              {href ? (
                <Link href={href} prefetch={false} className="hover:underline">
                  {formatContainerNumber(row.number)}
                </Link>
              ) : (
                formatContainerNumber(row.number)
              )}
            </Cell>
            <Cell className="min-w-40 wrap-anywhere">
              <span className={TONES[row.outcome] ?? "text-ink-2"}>{OUTCOME_LABELS[row.outcome]}</span>
              {(what || advice) && (
                <Note>
                  {what}
                  {advice && ` ${what?.endsWith(".") ? "" : "· "}${advice}`}
                </Note>
              )}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
