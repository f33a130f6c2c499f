import type { ServerResponse } from "node:http";
import { ReadableStream as NodeStream } from "node:stream/web";
import { startExport } from "@/lib/features/board/export/running-exports";
import { logger } from "@/lib/platform/log";
import { findResponse } from "@/lib/realtime/raw-responses";

/**
 * Idle time after which a client that reads no byte is disconnected. Node checks again after the same time, so the
 * maximum is twice that.
 */
const STALLED_MS = 30_000;

const log = logger("export");

/** Disconnects a client that reads nothing for `stalledMs`. Calls `onOver` when the response is finished. */
function watchReader(response: ServerResponse, stalledMs: number, onOver: () => void): void {
  response.once("close", onOver);
  if (response.destroyed) onOver();
  // Node's socket timeout counts from the last byte read by the client or written by the server.
  response.setTimeout(stalledMs, () => {
    // Without buffered data the client waits for the database, which has its own limits.
    if ((response.socket?.writableLength ?? 0) === 0) return;
    log.warn({ stalledMs }, "export ended: its reader took nothing");
    response.destroy();
  });
}

/** Returns the pieces. `end` is called when they are finished, are no longer read, or failed. */
async function* ended<Piece>(pieces: AsyncGenerator<Piece>, end: () => void): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (error) {
    log.error({ err: error }, "export failed");
    throw error;
  } finally {
    end();
  }
}

/** The status that proxies log for a client that disconnected. It is never received. */
const CLIENT_LEFT = 499;

type Options = {
  mediaType: string;
  /** The file name, only with characters that are valid in a header. */
  file: string;
  stalledMs?: number;
};

/**
 * Streams a user's export as a file. It is generated while it is sent and stored nowhere. Each user has one export at a
 * time, and a client that reads nothing for 30 to 60 s is disconnected. `open` returns the pieces, or throws an error
 * that becomes the response. Throws `export_running` while another export of the user runs.
 */
export async function streamExport(
  request: Request,
  userId: string,
  open: () => Promise<AsyncGenerator<Uint8Array>>,
  { mediaType, file, stalledMs = STALLED_MS }: Options,
): Promise<Response> {
  const end = startExport(userId);
  let gone = false;
  const leave = () => {
    gone = true;
    end();
  };
  const response = findResponse(request.headers);
  response?.once("close", leave);
  request.signal.addEventListener("abort", leave, { once: true });
  if (request.signal.aborted) leave();
  try {
    const pieces = await open();
    if (gone) {
      // The client disconnected before the file started, so the file would never be read or cancelled.
      await pieces.return(undefined);
      return new Response(null, { status: CLIENT_LEFT });
    }
    // Also applies if the body is never read, as for a HEAD request.
    if (response) watchReader(response, stalledMs, end);
    // The DOM types lack `ReadableStream.from`.
    const body = NodeStream.from(ended(pieces, end)) as ReadableStream<Uint8Array>;
    return new Response(body, {
      headers: {
        "Content-Type": mediaType,
        "Content-Disposition": `attachment; filename="${file}"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    end();
    throw error;
  }
}
