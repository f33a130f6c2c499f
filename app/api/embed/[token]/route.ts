import { connection } from "next/server";
import { errorResponse, jsonResponse } from "@/app/api/_http/responses";
import { openEmbedHere, readEmbedDisplay, showEmbed } from "@/app/embed/embedded";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { AppError } from "@/lib/platform/errors";

type Context = { params: Promise<{ token: string }> };

/** The current version of an embedded page, for pages that are open: `{"version"}` without any content. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    const opened = await openEmbedHere((await params).token);
    if (opened === null) throw new AppError("not_found", "Embed not found.");
    const { number, page } = readEmbedDisplay(Object.fromEntries(new URL(request.url).searchParams));
    return jsonResponse({ version: versionOf(await showEmbed(opened.settings, { number, page })) });
  } catch (error) {
    return errorResponse(error);
  }
}
