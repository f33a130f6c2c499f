import { sql } from "drizzle-orm";
import { z } from "zod";
import { statusLabel } from "@/lib/domain/container/container-status";
import { formatDays } from "@/lib/features/reports/messages";
import type { CellName, ReportContainer, TableId } from "@/lib/features/reports/rules/report-table";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { reportOf } from "./registry";
import type { ReportInput } from "./report";

export const CONTAINERS_A_PAGE = 100;

const containerSchema = z.object({
  id: z.string(),
  number: z.string(),
  customer: z.string().nullable(),
  line: z.string().nullable(),
  place: z.string().nullable(),
  status: z.string(),
  measure: z.number().nullable(),
  total: z.number(),
});

/**
 * Returns a page (starting at 1) of the containers counted by a figure of a report, and the total number. Null when the
 * report has no such figure.
 */
export async function listReportContainers(
  executor: Executor,
  id: TableId,
  cell: CellName,
  { page, ...requested }: ReportInput & { page: number },
): Promise<{ containers: ReportContainer[]; total: number } | null> {
  const report = reportOf(id);
  const condition = report.containersOf(cell, requested);
  if (!condition) return null;
  const measure = report.measure ?? sql`null::int`;
  const rows = await queryRows(
    executor,
    containerSchema,
    sql`
      select b.container_id as id, b.number, b.customer, coalesce(b.line_name, b.line) as line,
        coalesce(b.terminal, b.port_name, b.port) as place, b.status, ${measure} as measure, count(*) over ()::int as total
      from report_containers b where ${condition}
      order by ${measure} desc nulls last, b.number collate "C", b.container_id collate "C"
      limit ${CONTAINERS_A_PAGE} offset ${(page - 1) * CONTAINERS_A_PAGE}`,
  );
  return {
    containers: rows.map(({ total: _, measure: minutes, status, ...container }) => ({
      ...container,
      status: statusLabel(status),
      measure: minutes === null ? "" : formatDays(minutes),
    })),
    total: rows[0]?.total ?? 0,
  };
}
