import type { Metadata } from "next";
import { Suspense } from "react";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { HomeView } from "@/components/reports/manager-home";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { knownZone } from "@/lib/domain/time/zoned-time";
import { localizeReport } from "@/lib/features/reports/messages";
import { listOldestExceptions, readExceptions } from "@/lib/features/reports/queries/exceptions";
import { readBehind } from "@/lib/features/reports/queries/lag";
import { reportOf } from "@/lib/features/reports/queries/registry";
import { yesterdayOf } from "@/lib/features/reports/queries/since-yesterday";
import { DEFAULT_WEEKS, type HomeTable, type ReportTable } from "@/lib/features/reports/rules/report-table";
import { db } from "@/lib/platform/database/client";
import { readFrom } from "@/lib/platform/database/read-replica";

export const metadata: Metadata = { title: "Home" };

async function LoadedHome() {
  const { userId } = await requirePageSession("dashboard");
  const { locale, ...preferences } = await readUserPreferences(userId);
  const zone = knownZone(preferences.zone);
  const now = new Date();
  const read = async (id: HomeTable): Promise<ReportTable> =>
    localizeReport(
      locale,
      await readFrom((db) => reportOf(id).read(db, { now, zone, weeks: DEFAULT_WEEKS })),
    );
  const [trends, since, exposure, people, exceptions, oldest, behind] = await Promise.all([
    read("trends"),
    read("since"),
    read("exposure"),
    read("people"),
    readExceptions(db(), now),
    listOldestExceptions(db(), now),
    readBehind(db()),
  ]);
  return (
    <HomeView
      tables={{ trends, since, exposure, people }}
      exceptions={exceptions}
      oldest={oldest}
      yesterday={yesterdayOf({ now, zone }).on}
      zone={zone}
      locale={locale}
      behind={behind}
      readAt={now.toISOString()}
    />
  );
}

/** Overview page for managers: exceptions, changes since yesterday, exposure and current assignments. */
export default function ManagersHomePage() {
  return (
    <Suspense fallback={<PageSkeleton title="Home" />}>
      <LoadedHome />
    </Suspense>
  );
}
