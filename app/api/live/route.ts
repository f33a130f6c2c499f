import { errorResponse } from "@/app/api/_http/responses";
import { requireValidSession } from "@/lib/auth/sign-in/session-guard";
import { openEventStream, readPosition } from "@/lib/realtime/event-stream";
import { liveFeed } from "@/lib/realtime/feed";

/** The live feed as server-sent events: `change`, `gap`, `caught-up`, `status`. See docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  let isValid: () => Promise<boolean>;
  try {
    isValid = await requireValidSession("dashboard");
  } catch (error) {
    return errorResponse(error);
  }
  const stream = openEventStream({
    feed: liveFeed(),
    after: readPosition(request),
    isValid,
    signal: request.signal,
  });
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
      // A connection kept alive after the stream would block the shutdown of the server.
      Connection: "close",
    },
  });
}
