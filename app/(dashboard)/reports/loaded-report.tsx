import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { LocaleDisplay } from "@/components/preferences/locale";
import { ReportsView } from "@/components/reports/reports-view";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { localizeReport } from "@/lib/features/reports/messages";
import { readBehind } from "@/lib/features/reports/queries/lag";
import { reportOf } from "@/lib/features/reports/queries/registry";
import { type ReportId, readWeeks } from "@/lib/features/reports/rules/report-table";
import { db } from "@/lib/platform/database/client";
import { readFrom } from "@/lib/platform/database/read-replica";

type Address = Promise<Record<string, string | string[] | undefined>>;

/** Loads a report for the signed-in user. `?weeks=` is the length of the reporting period. */
export async function LoadedReport({ id, searchParams }: { id: ReportId; searchParams: Address }) {
  const { userId } = await requirePageSession("dashboard");
  const weeks = readWeeks([(await searchParams).weeks].flat()[0]);
  const { zone, locale } = await readUserPreferences(userId);
  const now = new Date();
  const [table, behind] = await Promise.all([
    readFrom((db) => reportOf(id).read(db, { now, weeks, zone })),
    readBehind(db()),
  ]);
  return (
    <LocaleDisplay locale={locale}>
      <ReportsView
        id={id}
        table={localizeReport(locale, table)}
        weeks={weeks}
        behind={behind}
        readAt={now.toISOString()}
      />
    </LocaleDisplay>
  );
}
