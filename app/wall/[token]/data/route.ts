import { jsonAnswer } from "@/app/api/answers";
import { answerFeed, FEED_HEADERS } from "@/app/feed-answer";
import { buildId } from "@/app/wall/build-id";
import { db } from "@/lib/db/client";
import { readWall } from "@/lib/desk-work/feeds/wall-data";

/** What the screen at this address shows now: see docs/feeds.md. */
export async function GET(
  _request: Request,
  context: { params: Promise<{ token: string }> },
): Promise<Response> {
  const { token } = await context.params;
  return answerFeed("wall", token, async ({ query }, now) =>
    jsonAnswer(await readWall(db(), query, buildId(), now), {
      headers: FEED_HEADERS,
    }),
  );
}
