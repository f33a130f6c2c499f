"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReportChart as Chart, Range, SmallChart } from "@/lib/features/reports/rules/charts";
import type { ReportRow } from "@/lib/features/reports/rules/report-table";
import type { DeadlineDay } from "./deadline-categories";

const StackedChart = dynamic(() => import("./deadlines-chart").then((module) => module.DeadlinesChart), {
  ssr: false,
  loading: () => <Skeleton className="h-72" />,
});
const MiniChart = dynamic(() => import("./mini-chart").then((module) => module.MiniChart), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});

function SmallCharts({
  kind,
  charts,
  left,
}: {
  kind: "bars" | "areas";
  charts: readonly SmallChart[];
  left: number;
}) {
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-5 gap-y-4">
        {charts.map(({ id, title, total, points }) => (
          <li key={id} data-chart={id} className="min-w-0">
            <p className="flex items-baseline justify-between gap-2 text-note">
              <span className="min-w-0 truncate font-[560]">{title}</span>
              <span className="text-ink-2">{total}</span>
            </p>
            <div className="h-28">
              <MiniChart kind={kind} points={points} />
            </div>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="mt-3 text-note text-ink-3">{left} more in the table.</p>}
    </>
  );
}

/** The position of a value between the lowest and the highest, in percent. */
const placeOf = (value: number, low: number, high: number) => `${((value - low) / (high - low || 1)) * 100}%`;

/** A bar to the median and a mark at the 90th percentile, both labeled. */
function Ranges({ ranges, left }: { ranges: readonly Range[]; left: number }) {
  const values = ranges.flatMap(({ middle, tail }) => [middle, tail]);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return (
    <>
      <ul className="grid gap-2">
        {ranges.map(({ id, label, middle, tail, text }) => (
          <li key={id} className="grid items-center gap-x-3 sm:grid-cols-[14rem_minmax(0,1fr)_9rem]">
            <span className="truncate text-note font-[560]">{label}</span>
            <span className="relative h-4 border-line-strong border-l">
              <span
                className="absolute inset-y-0.5 rounded-tag bg-accent"
                style={{
                  left: placeOf(Math.min(0, middle), low, high),
                  width: placeOf(Math.abs(middle) + low, low, high),
                }}
              />
              <span
                className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink"
                style={{ left: placeOf(tail, low, high) }}
              />
              {low < 0 && (
                <span
                  className="absolute inset-y-0 w-px bg-line-strong"
                  style={{ left: placeOf(0, low, high) }}
                />
              )}
            </span>
            <span className="text-note text-ink-2">{text}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-note text-ink-3">
        Bar: median. Mark: 90th percentile.
        {left > 0 && ` ${left} more in the table.`}
      </p>
    </>
  );
}

/** The expired containers and the days. Later days are in the table. */
function daysOf(rows: readonly ReportRow[]): DeadlineDay[] {
  return rows.flatMap(({ id, values: [ready = 0, held = 0, other = 0] }) =>
    id === "expired" || /^\d/.test(id)
      ? [{ day: id, ready: ready ?? 0, held: held ?? 0, other: other ?? 0 }]
      : [],
  );
}

/** A report as a chart. The sentence summarizes it; the table contains every number. */
export function ReportChart({ chart }: { chart: Chart }) {
  if (chart.kind === "stacked")
    return (
      <>
        <Legend />
        <StackedChart days={daysOf(chart.rows)} />
      </>
    );
  return (
    <div aria-hidden>
      {chart.kind === "ranges" ? (
        <Ranges ranges={chart.ranges} left={chart.left} />
      ) : (
        <SmallCharts kind={chart.kind} charts={chart.charts} left={chart.left} />
      )}
    </div>
  );
}

/** The legend of the deadline bars: full, striped, outlined. */
function Legend() {
  return (
    <ul className="mb-2 flex gap-3.5 text-note text-ink-2">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 bg-go" /> Ready
      </li>
      <li className="flex items-center gap-1.5">
        <span
          aria-hidden
          className="size-2.5 border border-late bg-[repeating-linear-gradient(45deg,var(--late)_0_2px,var(--late-soft)_2px_4px)]"
        />{" "}
        Held
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 border border-ink-3 bg-surface" /> Other
      </li>
    </ul>
  );
}
