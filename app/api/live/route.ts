import { connection } from "next/server";
import { errorResponse } from "@/app/api/_http/responses";
import { requireValidSession } from "@/lib/auth/sign-in/session-guard";
import { liveBoards } from "@/lib/features/board/live-boards";
import { type BoardQuery, readBoardQuery } from "@/lib/features/board/rules/board-address";
import { AppError } from "@/lib/platform/errors";
import { openEventStream, readPosition } from "@/lib/realtime/event-stream";
import { liveFeed } from "@/lib/realtime/feed";

/** The tabs of a browser share a stream. Boards after these request their changed rows themselves. */
const MAX_BOARDS = 8;

type StreamBoard = { query: BoardQuery; events: { ready: string; rows: string } };

/** The boards that a stream also sends the rows of, each with the names of its events. Not those with invalid parameters. */
function readBoards(params: URLSearchParams): StreamBoard[] {
  return params
    .getAll("board")
    .slice(0, MAX_BOARDS)
    .flatMap((text, at) => {
      const { query, problems } = readBoardQuery(new URLSearchParams(text));
      const number = at === 0 ? "" : `-${at}`;
      const events = { ready: `board-ready${number}`, rows: `board${number}` };
      return problems.length === 0 ? [{ query, events }] : [];
    });
}

/** The live feed as server-sent events: `change`, `board`, `gap`, `caught-up`, `status`. See docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  await connection();
  const params = new URL(request.url).searchParams;
  let session: Awaited<ReturnType<typeof requireValidSession>>;
  try {
    session = await requireValidSession("dashboard");
    // Another user may have signed in since the tabs of this stream were opened.
    const user = params.get("user") ?? session.claims.userId;
    if (user !== session.claims.userId) throw new AppError("not_allowed", "Another user has signed in.");
  } catch (error) {
    return errorResponse(error);
  }
  const { claims, isValid } = session;
  const boards = readBoards(params);
  const stream = openEventStream({
    feed: liveFeed(),
    after: readPosition(request),
    isValid,
    attach:
      boards.length === 0
        ? undefined
        : (sink) => {
            const ends = boards.map(({ query, events }) => {
              sink.send(events.ready, "{}");
              const send = (json: string) => sink.send(events.rows, json);
              return liveBoards().add({ query, reader: claims.userId, claims, send, end: sink.end });
            });
            return () => {
              for (const end of ends) end();
            };
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
