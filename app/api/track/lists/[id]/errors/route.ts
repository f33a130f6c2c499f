import { connection } from "next/server";
import { z } from "zod";
import { errorAnswer } from "@/app/api/answers";
import { recordAct } from "@/lib/auth/audit";
import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { listFailed } from "@/lib/desk-work/jobs/track-progress";
import { AppError } from "@/lib/errors";
import { exportFileName } from "@/lib/export/file-name";
import { listErrorsCsv } from "@/lib/export/list-errors";

type Context = { params: Promise<{ id: string }> };

/** The rows of a list that have an error, as they stood in it and with the reason, as CSV: see docs/api.md. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    const session = await requireSession("desk");
    const id = z.uuid().safeParse((await params).id);
    if (!id.success) throw new AppError("not_found", "The desk does not know this list.");
    const list = await listFailed(db(), id.data);
    const file = exportFileName(`errors of ${list.name ?? "a pasted list"}`, "csv", new Date(), null);
    const record = { type: "job", id: id.data };
    await recordAct(db(), session, { action: "exported a list’s errors", record });
    return new Response(listErrorsCsv(list), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${file}"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    return errorAnswer(error);
  }
}
