import { connection } from "next/server";
import { errorResponse, jsonResponse, requireSameOrigin } from "@/app/api/_http/responses";
import { linkLimit } from "@/lib/auth/throttling/link-rate-limit";
import { loadReporting } from "@/lib/features/driver-reports/queries/driver-reports";
import type { ReportingLink } from "@/lib/features/driver-reports/rules";
import { reportingLink } from "@/lib/features/sharing/links/share-settings";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { openVisit } from "./visitor";

/**
 * The link of a driver's request. Throws `not_found` for an unknown or ended link, `not_signed_in` while its passcode is
 * missing, `not_allowed` without the right to report, `too_many_tries` past a limit.
 */
async function requireReportingLink(token: string): Promise<ReportingLink> {
  const visit = await openVisit(token);
  if (visit.state === "busy")
    throw new AppError("too_many_tries", "Too many requests. Try again in a minute.");
  if (visit.state === "unknown") throw new AppError("not_found", "Link not found.");
  if (visit.state === "locked")
    throw new AppError("not_signed_in", "Reload the page and enter the passcode.");
  if (visit.state !== "open")
    throw new AppError("not_found", "This link has ended. Ask dispatch for a new one.");
  const link = reportingLink(visit.token, visit.settings);
  if (!link) throw new AppError("not_allowed", "Nothing can be reported through this link.");
  const waitSeconds = await linkLimit().admit(link.id);
  if (waitSeconds > 0)
    throw new AppError(
      "too_many_tries",
      `Too many reports. Try again in ${Math.ceil(waitSeconds / 60)} min.`,
    );
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
