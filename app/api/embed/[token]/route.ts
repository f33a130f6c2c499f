import { connection } from "next/server";
import { errorResponse, jsonResponse } from "@/app/api/_http/responses";
import { countEmbedView, openEmbedHere, readEmbedDisplay, showEmbed } from "@/app/embed/embedded";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { AppError } from "@/lib/platform/errors";

type Context = { params: Promise<{ token: string }> };

/** The current version of an embedded page, for pages that are open: `{"version"}` without any content. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    const opened = await openEmbedHere((await params).token);
    if (opened === null) throw new AppError("not_found", "Embed not found.");
    await countEmbedView(opened);
    const { number, page } = readEmbedDisplay(Object.fromEntries(new URL(request.url).searchParams));
    return jsonResponse({ version: versionOf(await showEmbed(opened.settings, { number, page })) });
  } catch (error) {
    return errorResponse(error);
  }
}

/** Counts a view of an embed. The page sends it when it is visible, also from a frame without an origin. */
export async function POST(_request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    const opened = await openEmbedHere((await params).token);
    if (opened === null) throw new AppError("not_found", "Embed not found.");
    await countEmbedView(opened);
    return jsonResponse({ saved: true });
  } catch (error) {
    return errorResponse(error);
  }
}
