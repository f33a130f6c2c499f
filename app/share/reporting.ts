import { connection } from "next/server";
import { errorResponse, jsonResponse, requireSameOrigin } from "@/app/api/_http/responses";
import { loadReporting } from "@/lib/features/driver-reports/queries/driver-reports";
import type { ReportingLink } from "@/lib/features/driver-reports/rules";
import { reportingLink } from "@/lib/features/sharing/links/share-settings";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { countUse, requireOpenLink } from "./open-link";

/**
 * The link of a driver's request. Throws what `requireOpenLink` throws, `not_allowed` without the right to report,
 * `too_many_tries` past a limit.
 */
async function requireReportingLink(token: string): Promise<ReportingLink> {
  const visit = await requireOpenLink(token);
  const link = reportingLink(visit.token, visit.settings);
  if (!link) throw new AppError("not_allowed", "Nothing can be reported through this link.");
  await countUse(link.id, "reports");
  return link;
}

/**
 * Responds to a driver's request with what is reported through the link afterwards. The sender, the link and its limits
 * are checked before `act` reads the body.
 */
export async function respondToDriver(
  request: Request,
  params: Promise<{ token: string }>,
  act: (link: ReportingLink) => Promise<void>,
): Promise<Response> {
  await connection();
  try {
    requireSameOrigin(request);
    const link = await requireReportingLink((await params).token);
    await act(link);
    return jsonResponse(await loadReporting(db(), link, new Date()));
  } catch (error) {
    return errorResponse(error);
  }
}
