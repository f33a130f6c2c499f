import { LiveRefresh } from "@/components/live/live-refresh";
import { PageTop } from "@/components/shell/page-top";
import { RenderedAt } from "@/components/shell/rendered-at";
import type { DueColumn } from "@/lib/dispatch/deadlines-ahead";
import { BeyondDays } from "./beyond-days";
import type { DeadlineDay } from "./deadline-kinds";
import { DeadlinesAhead } from "./deadlines-ahead";

function days(columns: readonly DueColumn[]): DeadlineDay[] {
  return columns
    .filter(({ kind }) => kind === "expired" || kind === "day")
    .map(({ on, ready, held, other }) => ({ day: on ?? "expired", ready, held, other }));
}

/** The reports: so far the one of deadlines. */
export function ReportsView({ columns, readAt }: { columns: readonly DueColumn[]; readAt: string }) {
  return (
    <>
      <LiveRefresh watch={{ containers: "any" }} readAt={readAt} />
      <PageTop title="Reports" />
      <DeadlinesAhead days={days(columns)} />
      <BeyondDays columns={columns} />
      <RenderedAt at={readAt} />
    </>
  );
}
