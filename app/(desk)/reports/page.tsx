import type { Metadata } from "next";
import { Suspense } from "react";
import { ReportsView } from "@/components/reports/reports-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/session";
import { deadlinesAhead } from "@/lib/dispatch/deadlines-ahead";
import { readDeadlineGroups } from "@/lib/mirror/cached/reads";

export const metadata: Metadata = { title: "Reports" };

async function Reports() {
  await requirePageSession();
  const { groups, readAt } = await readDeadlineGroups();
  return <ReportsView columns={deadlinesAhead(groups, new Date())} readAt={readAt} />;
}

export default function ReportsPage() {
  return (
    <Suspense fallback={<PageSkeleton title="Reports" />}>
      <Reports />
    </Suspense>
  );
}
