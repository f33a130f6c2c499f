import type { Metadata } from "next";
import { Suspense } from "react";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { LoadedReport } from "./loaded-report";

export const metadata: Metadata = { title: "Reports" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The reports, starting with deadlines. */
export default function ReportsPage({ searchParams }: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Reports" />}>
      <LoadedReport id="deadlines" searchParams={searchParams} />
    </Suspense>
  );
}
