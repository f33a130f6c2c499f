"use client";

import dynamic from "next/dynamic";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { DAYS_AHEAD } from "@/lib/dispatch/deadlines-ahead";
import { type DeadlineDay, dayLabel } from "./deadline-kinds";

const DeadlinesChart = dynamic(() => import("./deadlines-chart").then((module) => module.DeadlinesChart), {
  ssr: false,
  loading: () => <Skeleton className="h-72" />,
});

function Legend() {
  return (
    <ul className="flex gap-3.5 text-note text-ink-2">
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

function DaysTable({ days }: { days: readonly DeadlineDay[] }) {
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Boxes by last free day</caption>
      <thead>
        <tr className="text-left text-small text-ink-3">
          <th scope="col" className="py-1 pr-2 font-medium">
            Last free day
          </th>
          <th scope="col" className="py-1 pl-2 text-right font-medium">
            Ready
          </th>
          <th scope="col" className="py-1 pl-2 text-right font-medium">
            Held
          </th>
          <th scope="col" className="py-1 pl-2 text-right font-medium">
            Other
          </th>
          <th scope="col" className="py-1 pl-2 text-right font-medium">
            Boxes
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, ready, held, other }) => (
          <tr key={day} data-day={day} className="border-t border-line">
            <th
              scope="row"
              className={`py-1 pr-2 text-left font-normal ${day === "expired" ? "text-late" : "text-ink-2"}`}
            >
              {dayLabel(day)}
            </th>
            <td className="py-1 pl-2 text-right">{ready}</td>
            <td className="py-1 pl-2 text-right">{held}</td>
            <td className="py-1 pl-2 text-right">{other}</td>
            <td className="py-1 pl-2 text-right font-[560]">{ready + held + other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How many boxes must be pulled by which day, drawn and in figures. */
export function DeadlinesAhead({ days }: { days: readonly DeadlineDay[] }) {
  const boxes = days.reduce((sum, { ready, held, other }) => sum + ready + held + other, 0);
  if (boxes === 0) {
    return (
      <div className="rounded-card border border-line bg-surface">
        <Notice title="No deadlines ahead">
          No box that is still to be pulled has a last free day within {DAYS_AHEAD} days.
        </Notice>
      </div>
    );
  }
  return (
    <div className="grid items-start gap-3.5 grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_380px]">
      <Card title="Boxes to pull by last free day" aside={<Legend />}>
        <DeadlinesChart days={days} />
        <p className="mt-2 text-note text-ink-3">
          Each box by its governing deadline at its own terminal. Other: not available, or the terminal does
          not say.
        </p>
      </Card>
      <Card title="In figures" aside={`${boxes.toLocaleString("en-US")} boxes`}>
        <DaysTable days={days} />
      </Card>
    </div>
  );
}
