import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { LoadedReport } from "@/app/(dashboard)/reports/loaded-report";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { isReportId, readTableId } from "@/lib/features/reports/rules/report-table";

export const metadata: Metadata = { title: "Reports" };

type Props = {
  params: Promise<{ report: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

async function NamedReport({ params, searchParams }: Props) {
  const id = readTableId((await params).report);
  if (id === null || !isReportId(id)) notFound();
  return <LoadedReport id={id} searchParams={searchParams} />;
}

export default function ReportPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Reports" />}>
      <NamedReport {...props} />
    </Suspense>
  );
}
