import { connection } from "next/server";
import { readPersonPreferences } from "@/app/(desk)/person-preferences";
import { errorAnswer } from "@/app/api/answers";
import { recordAct } from "@/lib/auth/audit";
import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { isReportId, REPORT_WORDS, readTableId, readWeeks, WEEKS } from "@/lib/dispatch/report-table";
import { AppError } from "@/lib/errors";
import { csvText } from "@/lib/export/csv";
import { exportFileName } from "@/lib/export/file-name";
import { reportLines } from "@/lib/export/report-lines";
import { reportOf } from "@/lib/reports/all-reports";

type Context = { params: Promise<{ report: string }> };

async function answer(request: Request, { params }: Context): Promise<Response> {
  const session = await requireSession("desk");
  const id = readTableId((await params).report);
  if (id === null || !isReportId(id)) throw new AppError("not_found", "There is no such report.");
  const asked = new URL(request.url).searchParams.get("weeks");
  const weeks = readWeeks(asked);
  if (asked !== null && asked !== String(weeks))
    throw new AppError("bad_input", `weeks: expected one of ${WEEKS.join(", ")}`);
  const { zone } = await readPersonPreferences(session.userId);
  const now = new Date();
  const { title, head } = REPORT_WORDS[id];
  const table = await reportOf(id).read(db(), { now, weeks, zone });
  const record = { type: "report", id };
  await recordAct(db(), session, { action: "exported a report", record, detail: `${weeks} weeks` });
  return new Response(csvText(reportLines(head, table)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${exportFileName(title, "csv", now, zone)}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** A report's figures as a file: see docs/api.md. */
export async function GET(request: Request, context: Context): Promise<Response> {
  await connection();
  try {
    return await answer(request, context);
  } catch (error) {
    return errorAnswer(error);
  }
}
