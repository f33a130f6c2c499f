import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { ContainersView } from "@/components/reports/containers-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { localizeReport } from "@/lib/features/reports/messages";
import { CONTAINERS_A_PAGE, listReportContainers } from "@/lib/features/reports/queries/list-containers";
import { reportOf } from "@/lib/features/reports/queries/registry";
import {
  isReportId,
  type ReportTable,
  readTableId,
  readWeeks,
  reportHref,
  tableTitle,
} from "@/lib/features/reports/rules/report-table";
import { readFrom } from "@/lib/platform/database/read-replica";
import { joined } from "@/lib/platform/text/bidi";

export const metadata: Metadata = { title: "Containers in this total" };

type Address = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ report: string }>; searchParams: Promise<Address> };

const LONGEST = 300;
const MAX_PAGES = 10_000;

const textOf = (address: Address, name: string): string =>
  ([address[name]].flat()[0] ?? "").replaceAll("\0", "").slice(0, LONGEST);

function pageOf(text: string): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGES) : 1;
}

/** The labels of the figure's row and column in the report, for example "customs · 3–7 days". */
function wordsOf({ rows, columns }: ReportTable, row: string, column: string): string {
  const labels = [rows.find(({ id }) => id === row)?.label, columns.find(({ id }) => id === column)?.label];
  return joined(labels);
}

/** Converts column names in links of former versions. */
function presentColumn(column: string): string {
  if (column === "chases") return "followUps";
  return column.replace(/^boxes(?=-|$)/, "containers");
}

async function Containers({ params, searchParams }: Props) {
  const { userId } = await requirePageSession("dashboard");
  const id = readTableId((await params).report);
  if (id === null) notFound();
  const address = await searchParams;
  const cell = { row: textOf(address, "row"), column: presentColumn(textOf(address, "column")) };
  const page = pageOf(textOf(address, "page"));
  const weeks = readWeeks(textOf(address, "weeks"));
  const { zone, locale } = await readUserPreferences(userId);
  const requested = { now: new Date(), weeks, zone };
  const [listed, table] = await Promise.all([
    readFrom((db) => listReportContainers(db, id, cell, { ...requested, page })),
    readFrom((db) => reportOf(id).read(db, requested)),
  ]);
  const back = isReportId(id)
    ? { href: reportHref(id, weeks), label: "Reports" }
    : { href: "/home", label: "Home" };
  return (
    <ContainersView
      id={id}
      weeks={weeks}
      cell={cell}
      page={page}
      listed={listed}
      back={back}
      pageSize={CONTAINERS_A_PAGE}
      title={tableTitle(id)}
      of={wordsOf(localizeReport(locale, table), cell.row, cell.column)}
    />
  );
}

/** The containers behind a figure of a report, 100 per page. */
export default function ReportContainersPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Containers {...props} />
    </Suspense>
  );
}
