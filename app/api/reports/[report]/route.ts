import { connection } from "next/server";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { errorResponse } from "@/app/api/_http/responses";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { localDate } from "@/lib/domain/time/zoned-time";
import { reportLines } from "@/lib/features/reports/export";
import { reportOf } from "@/lib/features/reports/queries/registry";
import {
  isReportId,
  REPORT_LABELS,
  readTableId,
  readWeeks,
  WEEKS,
} from "@/lib/features/reports/rules/report-table";
import { db } from "@/lib/platform/database/client";
import { readExportFrom } from "@/lib/platform/database/read-replica";
import { AppError } from "@/lib/platform/errors";
import { csvText } from "@/lib/platform/text/csv";
import { exportFileName } from "@/lib/platform/text/file-name";

type Context = { params: Promise<{ report: string }> };

async function response(request: Request, { params }: Context): Promise<Response> {
  const session = await requireSession("dashboard");
  const id = readTableId((await params).report);
  if (id === null || !isReportId(id)) throw new AppError("not_found", "Report not found.");
  const requested = new URL(request.url).searchParams.get("weeks");
  const weeks = readWeeks(requested);
  if (requested !== null && requested !== String(weeks))
    throw new AppError("bad_input", `weeks: expected one of ${WEEKS.join(", ")}`);
  const { zone } = await readUserPreferences(session.userId);
  const now = new Date();
  const { title, head } = REPORT_LABELS[id];
  const table = await readExportFrom((replica) => reportOf(id).read(replica, { now, weeks, zone }));
  const record = { type: "report", id };
  await recordAuditEntry(db(), session, { action: "report.exported", record, data: { weeks } });
  return new Response(csvText(reportLines(head, table)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${exportFileName(title, "csv", localDate(now, zone))}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** A report's figures as a file. See docs/api.md. */
export async function GET(request: Request, context: Context): Promise<Response> {
  await connection();
  try {
    return await response(request, context);
  } catch (error) {
    return errorResponse(error);
  }
}
