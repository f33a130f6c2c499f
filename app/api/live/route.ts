import { errorAnswer } from "@/app/api/answers";
import { requireStandingSession } from "@/lib/auth/standing-session";
import { openEventStream, readPosition } from "@/lib/live/event-stream";
import { liveFeed } from "@/lib/live/feed";
import { findAnswer } from "@/lib/live/open-answers";

/** The live feed as server-sent events: `change`, `gap`, `caught-up`, `status`. See docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  let stands: () => Promise<boolean>;
  try {
    stands = await requireStandingSession("desk");
  } catch (error) {
    return errorAnswer(error);
  }
  const stream = openEventStream({
    feed: liveFeed(),
    after: readPosition(request),
    stands,
    signal: request.signal,
    answer: findAnswer(request.headers),
  });
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
      // A connection kept after the stream would keep a server that was told to stop from ending.
      Connection: "close",
    },
  });
}
