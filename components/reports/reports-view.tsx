import Link from "next/link";
import { LiveRefresh } from "@/components/realtime/refresh";
import { PageTop } from "@/components/shell/page-header";
import { RenderedAt } from "@/components/shell/rendered-at";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import { chartOf, chartSummary } from "@/lib/features/reports/rules/charts";
import {
  REPORT_LABELS,
  type ReportId,
  type ReportTable,
  type Weeks,
} from "@/lib/features/reports/rules/report-table";
import { FiguresTable } from "./figures-table";
import { type Behind, CatchingUp } from "./lag-notice";
import { ReportChart } from "./report-chart";
import { ReportNav, WeeksChoice } from "./report-nav";

/** The message for an empty report: its meaning and the next step. */
const NOTHING: Record<ReportId, string> = {
  deadlines: "No containers left to pull.",
  arrivals: "No containers expected. Track a number to see its ETA here.",
  holds: "No container has a hold.",
  dwell: "No container gated out in this period. Select a longer period.",
  drift: "No vessel with a first ETA arrived in this period. Select a longer period.",
  statuses: "Nothing tracked yet. Track a number to start.",
  charges: "No charges reported in this period.",
  freshness: "No container is waiting for data from a terminal, line or rail carrier.",
};

const isEmpty = ({ rows }: ReportTable): boolean =>
  rows.every(({ values }) => values.every((value) => !value));

/** The link to the expired containers, which have a queue on the board. */
function ExpiredLink({ rows }: ReportTable) {
  const count = rows.find(({ id }) => id === "expired")?.values.at(-1) ?? 0;
  if (count === 0) return null;
  return (
    <Link href="/board?queue=expired" className="text-accent hover:underline">
      {count.toLocaleString("en-US")} expired on the board
    </Link>
  );
}

function Figures({ id, table, weeks }: { id: ReportId; table: ReportTable; weeks: Weeks }) {
  const { title, head, says } = REPORT_LABELS[id];
  if (isEmpty(table))
    return (
      <div className="rounded-card border border-line bg-surface">
        <Notice title={NOTHING[id]}>{says}</Notice>
      </div>
    );
  const chart = chartOf(id, table);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <Card title={title} aside={id === "deadlines" && <ExpiredLink {...table} />}>
        <p className="mb-3 text-note text-ink-2">{says}</p>
        <ReportChart chart={chart} />
        <p className="sr-only">{chartSummary(chart)} All data is in the table below.</p>
      </Card>
      <section>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-note font-[560] text-ink-2">Data</h2>
          <a href={`/api/reports/${id}?weeks=${weeks}`} download className={buttonClass()}>
            Download CSV
          </a>
        </div>
        <FiguresTable id={id} label={title} head={head} table={table} weeks={weeks} />
      </section>
    </div>
  );
}

/** One report: its chart, its figures with links to their containers, and its file. */
export function ReportsView({
  id,
  table,
  weeks,
  behind,
  readAt,
}: {
  id: ReportId;
  table: ReportTable;
  weeks: Weeks;
  behind: Behind;
  readAt: string;
}) {
  return (
    <>
      <LiveRefresh watch={{ containers: "any" }} readAt={readAt} />
      <PageTop title="Reports" />
      <ReportNav id={id} weeks={weeks} />
      {REPORT_LABELS[id].history && (
        <div className="mb-3">
          <WeeksChoice id={id} weeks={weeks} />
        </div>
      )}
      <Figures id={id} table={table} weeks={weeks} />
      {table.notes.map((note) => (
        <p key={note} className="mt-2 text-note text-ink-3">
          {note}
        </p>
      ))}
      <CatchingUp behind={behind} readAt={readAt} />
      <RenderedAt at={readAt} />
    </>
  );
}
