import type { ServerResponse } from "node:http";
import { startExport } from "@/lib/features/board/export/running-exports";
import { logger } from "@/lib/platform/log";
import { findAnswer } from "@/lib/realtime/raw-responses";

/** A reader that takes no byte for so long is disconnected; node looks once more after as long again, so at most twice that. */
const STALLED_MS = 30_000;

const log = logger("export");

/** Ends the connection of a reader that takes nothing for `stalledMs`, and tells when the response is over. */
function watchReader(response: ServerResponse, stalledMs: number, onOver: () => void): void {
  response.once("close", onOver);
  if (response.destroyed) onOver();
  // Node's own time-out of a socket counts from the last byte that the reader took or that was written.
  response.setTimeout(stalledMs, () => {
    // With nothing to take, the reader waits for the database, which has limits of its own.
    if ((response.socket?.writableLength ?? 0) === 0) return;
    log.warn({ stalledMs }, "export ended: its reader took nothing");
    response.destroy();
  });
}

/** A stream of pieces, as fast as it is read; `end` is called once it is read, given up or broken. */
function streamed(pieces: AsyncGenerator<Buffer>, end: () => void): ReadableStream<Uint8Array> {
  let cancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (cancelled) return;
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (error) {
          log.error({ err: error }, "export failed");
          end();
          throw error;
        }
      },
      async cancel() {
        cancelled = true;
        end();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

/** As proxies log a client that left; nobody receives it. */
const CLIENT_LEFT = 499;

type Options = {
  mediaType: string;
  /** The file's name, letters a header takes. */
  file: string;
  stalledMs?: number;
};

/**
 * Answers a user's export as a file that is made while it is sent and stored nowhere: one at a time for each user, and a
 * reader that takes nothing for 30 to 60 s is disconnected. `open` gives the pieces and throws what is answered as an error.
 * Throws `too_many_tries` while another export of the user runs.
 */
export async function streamExport(
  request: Request,
  userId: string,
  open: () => Promise<AsyncGenerator<Buffer>>,
  { mediaType, file, stalledMs = STALLED_MS }: Options,
): Promise<Response> {
  const end = startExport(userId);
  let gone = false;
  const leave = () => {
    gone = true;
    end();
  };
  const response = findAnswer(request.headers);
  response?.once("close", leave);
  request.signal.addEventListener("abort", leave, { once: true });
  if (request.signal.aborted) leave();
  try {
    const pieces = await open();
    if (gone) {
      // Nothing would ever read or cancel the file: its user had left before it began.
      await pieces.return(undefined);
      return new Response(null, { status: CLIENT_LEFT });
    }
    // Also where nothing of the body is ever read, as of a HEAD request.
    if (response) watchReader(response, stalledMs, end);
    return new Response(streamed(pieces, end), {
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
