import { connection } from "next/server";
import { z } from "zod";
import { errorResponse } from "@/app/api/_http/responses";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { localDate } from "@/lib/domain/time/zoned-time";
import { listErrorsCsv } from "@/lib/features/tracking-requests/list-import/error-file";
import { listFailed } from "@/lib/features/tracking-requests/list-import/import-progress";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { exportFileName } from "@/lib/platform/text/file-name";

type Context = { params: Promise<{ id: string }> };

/** The rows of a list with errors, as submitted and with the reason, as CSV. See docs/api.md. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    const session = await requireSession("dashboard");
    const id = z.uuid().safeParse((await params).id);
    if (!id.success) throw new AppError("not_found", "This list was not found.");
    const list = await listFailed(db(), id.data);
    const file = exportFileName(
      `errors of ${list.name ?? "a pasted list"}`,
      "csv",
      localDate(new Date(), null),
    );
    const record = { type: "job", id: id.data };
    await recordAuditEntry(db(), session, { action: "list_errors.exported", record });
    return new Response(listErrorsCsv(list), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${file}"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    return errorResponse(error);
  }
}
