import { connection } from "next/server";
import { errorResponse, jsonResponse, requireSameOrigin } from "@/app/api/_http/responses";
import { countVisit, openVisit, readPageNumber, showLink } from "@/app/share/visitor";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { AppError } from "@/lib/platform/errors";

type Context = { params: Promise<{ token: string }> };

/** The current version of a shared page, for pages that are open: `{"version"}` without any content. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    const visit = await openVisit((await params).token);
    if (visit.state === "unknown") throw new AppError("not_found", "Link not found.");
    if (visit.state === "busy") throw new AppError("too_many_tries", "Try again in a minute.");
    if (visit.state !== "open") return jsonResponse({ version: visit.state });
    await countVisit(visit);
    const page = readPageNumber(new URL(request.url).searchParams.get("page"));
    return jsonResponse({ version: versionOf(await showLink(visit, page)) });
  } catch (error) {
    return errorResponse(error);
  }
}

/** Counts a view of a shared page. The page sends it when it is visible. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    requireSameOrigin(request);
    const visit = await openVisit((await params).token);
    if (visit.state === "busy") throw new AppError("too_many_tries", "Try again in a minute.");
    if (visit.state !== "open") throw new AppError("not_found", "Link not found.");
    await countVisit(visit);
    return jsonResponse({ saved: true });
  } catch (error) {
    return errorResponse(error);
  }
}
