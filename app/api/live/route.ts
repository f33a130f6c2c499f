import { errorAnswer } from "@/app/api/answers";
import { findStandingSession } from "@/lib/auth/standing-session";
import { AppError } from "@/lib/errors";
import { openEventStream, readPosition } from "@/lib/live/event-stream";
import { liveFeed } from "@/lib/live/feed";
import { findAnswer } from "@/lib/live/open-answers";

/** The live feed as server-sent events: `change`, `gap`, `caught-up`, `status`. See docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  const stands = await findStandingSession();
  if (!stands) return errorAnswer(new AppError("not_signed_in", "Sign in first."));
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
    },
  });
}
