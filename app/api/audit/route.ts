import { connection } from "next/server";
import { readPersonPreferences } from "@/app/(desk)/person-preferences";
import { errorAnswer } from "@/app/api/answers";
import { streamExport } from "@/app/api/streamed-file";
import { recordAct } from "@/lib/auth/audit";
import { requireSession } from "@/lib/auth/session";
import { db, exportsDb } from "@/lib/db/client";
import { listActivity } from "@/lib/desk-work/activity";
import { type ActivityQuery, activityParams, readActivityQuery } from "@/lib/dispatch/activity-query";
import { activityCells, activityHead } from "@/lib/export/activity-lines";
import { csvLines } from "@/lib/export/csv";
import { exportFileName } from "@/lib/export/file-name";

const A_BATCH = 1_000;

async function* batches(query: ActivityQuery, zone: string | null) {
  let before = query.before;
  for (;;) {
    const entries = await listActivity(exportsDb(), { ...query, before }, { zone, limit: A_BATCH });
    if (entries.length > 0) yield entries.map(activityCells);
    const last = entries.at(-1);
    if (!last || entries.length < A_BATCH) return;
    before = last.id;
  }
}

/** Who did what as CSV, narrowed as its page is by the same address: see docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  await connection();
  try {
    const session = await requireSession("administer");
    const query = readActivityQuery(new URL(request.url).searchParams);
    const { zone } = await readPersonPreferences(session.userId);
    const open = async () => {
      await recordAct(db(), session, {
        action: "exported the activity",
        detail: activityParams(query).toString() || "all",
      });
      return csvLines(activityHead(), batches(query, zone));
    };
    const file = exportFileName("Activity", "csv", new Date(), zone);
    return await streamExport(request, session.userId, open, { mediaType: "text/csv; charset=utf-8", file });
  } catch (error) {
    return errorAnswer(error);
  }
}
