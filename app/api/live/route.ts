import { connection } from "next/server";
import { errorResponse } from "@/app/api/_http/responses";
import { requireValidSession } from "@/lib/auth/sign-in/session-guard";
import { liveBoards } from "@/lib/features/board/live-boards";
import { type BoardQuery, readBoardQuery } from "@/lib/features/board/rules/board-address";
import { openEventStream, readPosition } from "@/lib/realtime/event-stream";
import { liveFeed } from "@/lib/realtime/feed";

/** The board that a stream also sends the rows of. Null without one, or when its parameters are invalid. */
function readBoard(request: Request): BoardQuery | null {
  const text = new URL(request.url).searchParams.get("board");
  if (text === null) return null;
  const { query, problems } = readBoardQuery(new URLSearchParams(text));
  return problems.length === 0 ? query : null;
}

/** The live feed as server-sent events: `change`, `board`, `gap`, `caught-up`, `status`. See docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  await connection();
  let session: Awaited<ReturnType<typeof requireValidSession>>;
  try {
    session = await requireValidSession("dashboard");
  } catch (error) {
    return errorResponse(error);
  }
  const { claims, isValid } = session;
  const query = readBoard(request);
  const stream = openEventStream({
    feed: liveFeed(),
    after: readPosition(request),
    isValid,
    attach:
      query === null
        ? undefined
        : (sink) => {
            sink.send("board-ready", "{}");
            return liveBoards().add({ query, reader: claims.userId, claims, ...sink });
          },
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
