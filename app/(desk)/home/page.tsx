import type { Metadata } from "next";
import { Suspense } from "react";
import { readPersonPreferences } from "@/app/(desk)/person-preferences";
import { HomeView } from "@/components/home/home-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { DEFAULT_WEEKS, type HomeTable, type ReportTable } from "@/lib/dispatch/report-table";
import { knownZone } from "@/lib/dispatch/zone-time";
import { reportOf } from "@/lib/reports/all-reports";
import { readBehind } from "@/lib/reports/behind";
import { readExceptions } from "@/lib/reports/exceptions";
import { yesterdayOf } from "@/lib/reports/since";

export const metadata: Metadata = { title: "Home" };

async function LoadedHome() {
  const { userId } = await requirePageSession("desk");
  const zone = knownZone((await readPersonPreferences(userId)).zone);
  const now = new Date();
  const read = (id: HomeTable): Promise<ReportTable> =>
    reportOf(id).read(db(), { now, zone, weeks: DEFAULT_WEEKS });
  const [since, exposure, people, exceptions, behind] = await Promise.all([
    read("since"),
    read("exposure"),
    read("people"),
    readExceptions(db(), now),
    readBehind(db()),
  ]);
  return (
    <HomeView
      tables={{ since, exposure, people }}
      exceptions={exceptions}
      yesterday={yesterdayOf({ now, zone }).on}
      zone={zone}
      behind={behind}
      readAt={now.toISOString()}
    />
  );
}

/** One page for who looks after the whole: exceptions, what changed since yesterday, exposure, who is on what. */
export default function ManagersHomePage() {
  return (
    <Suspense fallback={<PageSkeleton title="Home" />}>
      <LoadedHome />
    </Suspense>
  );
}
