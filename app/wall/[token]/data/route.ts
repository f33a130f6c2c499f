import { FEED_HEADERS, respondWithFeed } from "@/app/_http/feed-response";
import { jsonResponse } from "@/app/api/_http/responses";
import { buildId } from "@/app/wall/build-id";
import { readWallboard } from "@/lib/features/feeds/queries/wallboard";
import { db } from "@/lib/platform/database/client";

/** The current content of the wallboard at this address. See docs/feeds.md. */
export async function GET(
  _request: Request,
  context: { params: Promise<{ token: string }> },
): Promise<Response> {
  const { token } = await context.params;
  return respondWithFeed("wall", token, async ({ query }, now) =>
    jsonResponse(await readWallboard(db(), query, buildId(), now), {
      headers: FEED_HEADERS,
    }),
  );
}
