import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FeedEvent, LiveFeed } from "./feed";

const HEARTBEAT_MS = 15_000;
/** When a browser asks again after a break: spread, so that those of a server that stopped do not come all at once. */
const RETRY_MS = { from: 500, to: 2_500 };
/** A reader this far behind takes nothing any more; a browser that still lives asks anew and reads all again. */
const MOST_WAITING_BYTES = 1024 * 1024;

type Options = {
  feed: Pick<LiveFeed, "subscribe">;
  /** The position the reader had come to, null for one that begins. */
  after: number | null;
  /** Whether the reader is still signed in; asked at each heartbeat. When it cannot be known the stream stays. */
  stands: () => Promise<boolean>;
  /** Aborted when the reader is gone. */
  signal: AbortSignal;
  /** Node's own answer that the stream is written to, where it is known: all but the first piece goes there at once. */
  answer?: Pick<ServerResponse, "write" | "writable" | "writableLength" | "headersSent"> | null;
  heartbeatMs?: number;
};

const encoder = new TextEncoder();
/** What many are reported is written once. */
const written = new WeakMap<FeedEvent, Uint8Array>();

function dataOf(reported: FeedEvent): unknown {
  if (reported.kind === "change") return reported.change;
  return reported.kind === "status" ? reported.status : {};
}

function write(reported: FeedEvent): Uint8Array {
  const kept = written.get(reported);
  if (kept) return kept;
  const id = reported.position === null ? "" : `id: ${reported.position}\n`;
  const bytes = encoder.encode(`${id}event: ${reported.kind}\ndata: ${JSON.stringify(dataOf(reported))}\n\n`);
  written.set(reported, bytes);
  return bytes;
}

/**
 * The position a reader had come to, as it says: `Last-Event-ID`, which a browser's own next try carries, or `after` in the
 * address. Null for one that begins; -1, of which nobody knows anything, for what is no position.
 */
export function readPosition(request: Request): number | null {
  const text = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after");
  if (text === null || text === "") return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

/** The feed as server-sent events for one reader, until the reader is gone, signed out or too far behind. */
export function openEventStream(options: Options): ReadableStream<Uint8Array> {
  const { feed, after, stands, signal, answer = null, heartbeatMs = HEARTBEAT_MS } = options;
  let left = false;
  let heartbeat: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};
  /** What is reported before the stream's first piece, and with it the answer's head, is written. */
  let early: Uint8Array[] | null = answer && [];
  const waiting = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (early) return early.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return answer ? answer.writableLength : -(controller.desiredSize ?? 0);
  };
  const leave = () => {
    left = true;
    clearInterval(heartbeat);
    unsubscribe();
  };

  function start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const end = () => {
      if (left) return;
      leave();
      for (const bytes of early ?? []) controller.enqueue(bytes);
      controller.close();
    };
    const send = (bytes: Uint8Array) => {
      if (left) return;
      if (early) early.push(bytes);
      else if (!answer) controller.enqueue(bytes);
      else if (answer.writable) answer.write(bytes);
      if (waiting(controller) > MOST_WAITING_BYTES) end();
    };
    if (signal.aborted) {
      end();
      return;
    }
    signal.addEventListener("abort", end, { once: true });
    const retryMs = Math.round(RETRY_MS.from + Math.random() * (RETRY_MS.to - RETRY_MS.from));
    controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`));
    heartbeat = setInterval(async () => {
      send(encoder.encode(": still here\n\n"));
      if (!(await stands().catch(() => true))) end();
    }, heartbeatMs);
    unsubscribe = feed.subscribe({ onEvent: (reported) => send(write(reported)), onShutdown: end }, after);
    // Ended by what it was reported at once, it had nothing to take away yet.
    if (left) unsubscribe();
  }

  /** Asked for more than the first piece: once that was written, and the head with it, the answer itself takes the rest. */
  async function pull(): Promise<void> {
    while (answer && early && !answer.headersSent && !left) await pause(1);
    if (left) return;
    for (const bytes of early ?? []) answer?.write(bytes);
    early = null;
  }

  return new ReadableStream<Uint8Array>(
    { start, pull, cancel: leave },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
}
