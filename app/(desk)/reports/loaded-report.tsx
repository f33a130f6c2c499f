import { readPersonPreferences } from "@/app/(desk)/person-preferences";
import { ReportsView } from "@/components/reports/reports-view";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { type ReportId, readWeeks } from "@/lib/dispatch/report-table";
import { reportOf } from "@/lib/reports/all-reports";
import { readBehind } from "@/lib/reports/behind";

type Address = Promise<Record<string, string | string[] | undefined>>;

/** A report, read for whoever is signed in; `?weeks=` says how far it looks back. */
export async function LoadedReport({ id, searchParams }: { id: ReportId; searchParams: Address }) {
  const { userId } = await requirePageSession("desk");
  const weeks = readWeeks([(await searchParams).weeks].flat()[0]);
  const { zone } = await readPersonPreferences(userId);
  const now = new Date();
  const [table, behind] = await Promise.all([
    reportOf(id).read(db(), { now, weeks, zone }),
    readBehind(db()),
  ]);
  return <ReportsView id={id} table={table} weeks={weeks} behind={behind} readAt={now.toISOString()} />;
}
