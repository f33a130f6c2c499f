import type { LiveFeed } from "./feed";

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 1_000;
/** A reader this far behind takes nothing any more; a browser that still lives asks anew and reads all again. */
const MOST_WAITING_BYTES = 1024 * 1024;

type Options = {
  feed: Pick<LiveFeed, "subscribe">;
  /** Whether the reader is still signed in; asked at each heartbeat. When it cannot be known the stream stays. */
  stands: () => Promise<boolean>;
  /** Aborted when the reader is gone. */
  signal: AbortSignal;
  heartbeatMs?: number;
};

/** The feed as server-sent events for one reader, until the reader is gone, signed out or too far behind. */
export function openEventStream({
  feed,
  stands,
  signal,
  heartbeatMs = HEARTBEAT_MS,
}: Options): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let left = false;
  let heartbeat: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};
  const leave = () => {
    left = true;
    clearInterval(heartbeat);
    unsubscribe();
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          if (left) return;
          leave();
          controller.close();
        };
        const send = (text: string) => {
          if (left) return;
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) < -MOST_WAITING_BYTES) end();
        };
        const event = (name: string, data: unknown) =>
          send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
        if (signal.aborted) return end();
        signal.addEventListener("abort", end, { once: true });
        send(`retry: ${RETRY_MS}\n\n`);
        heartbeat = setInterval(async () => {
          send(": still here\n\n");
          if (!(await stands().catch(() => true))) end();
        }, heartbeatMs);
        unsubscribe = feed.subscribe({
          onEvent: (told) => {
            if (told.kind === "change") event("change", told.change);
            else if (told.kind === "status") event("status", told.status);
            else event("gap", {});
          },
          onShutdown: end,
        });
        // Ended by what it was told at once, it had nothing to take away yet.
        if (left) unsubscribe();
      },
      cancel: leave,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  );
}
