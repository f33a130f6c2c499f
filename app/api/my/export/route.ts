import { connection } from "next/server";
import { errorResponse } from "@/app/api/_http/responses";
import { streamExport } from "@/app/api/_http/streamed-file";
import { readListInput } from "@/app/my/list-containers";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { localDate } from "@/lib/domain/time/zoned-time";
import { exportCustomerContainers, seesCharges } from "@/lib/features/sharing/queries/customer-portal";
import { portalTable } from "@/lib/features/sharing/rules/portal";
import { db } from "@/lib/platform/database/client";
import { csvOf } from "@/lib/platform/text/csv";
import { exportFileName } from "@/lib/platform/text/file-name";

/** A customer's containers as CSV, with the search and filter of the list. See docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  await connection();
  try {
    const session = await requireSession("containers");
    const { q, filter } = readListInput(new URL(request.url).searchParams);
    const open = async () => {
      const charges = await seesCharges(db(), session.userId);
      await recordAuditEntry(db(), session, { action: "portal.exported", data: { search: q, filter } });
      return csvOf(portalTable(charges), exportCustomerContainers(db(), session.userId, { q, filter }));
    };
    const file = exportFileName("Your containers", "csv", localDate(new Date(), "UTC"));
    return await streamExport(request, session.userId, open, { mediaType: "text/csv; charset=utf-8", file });
  } catch (error) {
    return errorResponse(error);
  }
}
