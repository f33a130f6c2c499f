import { errorAnswer } from "@/app/api/answers";
import { findSession } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { liveFeed } from "@/lib/live/feed";

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 1_000;

/** The live feed as server-sent events: `change`, `status`, `gap`. See docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  if (!(await findSession())) return errorAnswer(new AppError("not_signed_in", "Sign in first."));
  const encoder = new TextEncoder();
  let leave = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const event = (name: string, data: unknown) =>
        send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
      const heartbeat = setInterval(() => send(": still here\n\n"), HEARTBEAT_MS);
      const unsubscribe = liveFeed().subscribe({
        onEvent: (told) => {
          if (told.kind === "change") event("change", told.change);
          else if (told.kind === "status") event("status", told.status);
          else event("gap", {});
        },
        onShutdown: () => end(),
      });
      const end = () => {
        leave();
        controller.close();
      };
      leave = () => {
        clearInterval(heartbeat);
        unsubscribe();
        leave = () => {};
      };
      send(`retry: ${RETRY_MS}\n\n`);
    },
    cancel: () => leave(),
  });
  request.signal.addEventListener("abort", () => leave());
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}
