import { connection } from "next/server";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { errorResponse } from "@/app/api/_http/responses";
import { streamExport } from "@/app/api/_http/streamed-file";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { localDate } from "@/lib/domain/time/zoned-time";
import { activityCells, activityHead } from "@/lib/features/activity/export";
import { listActivity } from "@/lib/features/activity/queries";
import {
  type ActivityQuery,
  activityParams,
  readActivityQuery,
} from "@/lib/features/activity/rules/activity-address";
import { db } from "@/lib/platform/database/client";
import { readExportFrom } from "@/lib/platform/database/read-replica";
import { csvLines } from "@/lib/platform/text/csv";
import { exportFileName } from "@/lib/platform/text/file-name";

const A_BATCH = 1_000;

async function* batches(query: ActivityQuery, zone: string | null) {
  let before = query.before;
  for (;;) {
    const entries = await readExportFrom((replica) =>
      listActivity(replica, { ...query, before }, { zone, limit: A_BATCH }),
    );
    if (entries.length > 0) yield entries.map(activityCells);
    const last = entries.at(-1);
    if (!last || entries.length < A_BATCH) return;
    before = last.id;
  }
}

/** The audit log as CSV, filtered with the same query parameters as its page. See docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  await connection();
  try {
    const session = await requireSession("administer");
    const query = readActivityQuery(new URL(request.url).searchParams);
    const { zone } = await readUserPreferences(session.userId);
    const open = async () => {
      await recordAuditEntry(db(), session, {
        action: "activity.exported",
        data: { filters: activityParams(query).toString() },
      });
      return csvLines(activityHead(), batches(query, zone));
    };
    const file = exportFileName("Activity", "csv", localDate(new Date(), zone));
    return await streamExport(request, session.userId, open, { mediaType: "text/csv; charset=utf-8", file });
  } catch (error) {
    return errorResponse(error);
  }
}
