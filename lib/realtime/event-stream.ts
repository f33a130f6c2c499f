import type { FeedEvent, LiveFeed } from "./feed";

const HEARTBEAT_MS = 15_000;
/**
 * The browser's reconnect delay. Randomized, so that the browsers of a stopped server do not reconnect at the same
 * time.
 */
const RETRY_MS = { from: 500, to: 2_500 };
/** A reader with this much waiting data is disconnected. A working browser reconnects and refetches everything. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Where another source writes its events. They have no position. */
export type EventSink = { send: (event: string, json: string) => void; end: () => void };

type Options = {
  feed: Pick<LiveFeed, "subscribe">;
  /** The last position of the reader. Null for a new reader. */
  after: number | null;
  /** Returns whether the reader is still signed in. Called at each heartbeat. The stream stays open when it rejects. */
  isValid: () => Promise<boolean>;
  /** Adds events of another source. Returns the function that ends it. */
  attach?: (stream: EventSink) => () => void;
  /** Aborted when the reader disconnects. */
  signal: AbortSignal;
  heartbeatMs?: number;
};

const encoder = new TextEncoder();
/** Caches the encoded event, so that it is encoded once for all readers. */
const written = new WeakMap<FeedEvent, Uint8Array>();

function dataOf(reported: FeedEvent): unknown {
  if (reported.kind === "change") return reported.change;
  return reported.kind === "status" ? reported.status : {};
}

function write(reported: FeedEvent): Uint8Array {
  const stored = written.get(reported);
  if (stored) return stored;
  const id = reported.position === null ? "" : `id: ${reported.position}\n`;
  const bytes = encoder.encode(`${id}event: ${reported.kind}\ndata: ${JSON.stringify(dataOf(reported))}\n\n`);
  written.set(reported, bytes);
  return bytes;
}

/**
 * Returns the last position of a reader: `Last-Event-ID`, which a browser sends on its own reconnect, or `after` in the
 * URL. Null for a new reader. -1, which no process knows, for an invalid position.
 */
export function readPosition(request: Request): number | null {
  const text = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after");
  if (text === null || text === "") return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

/**
 * Returns the feed as server-sent events for one reader, until the reader disconnects, is signed out or lags too far.
 */
export function openEventStream(options: Options): ReadableStream<Uint8Array> {
  const { feed, after, isValid, attach, signal, heartbeatMs = HEARTBEAT_MS } = options;
  let left = false;
  let heartbeat: NodeJS.Timeout | undefined;
  const ends: (() => void)[] = [];
  const leave = () => {
    left = true;
    clearInterval(heartbeat);
    for (const leaveSource of ends.splice(0)) leaveSource();
  };

  function start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const end = () => {
      if (left) return;
      leave();
      controller.close();
    };
    const send = (bytes: Uint8Array) => {
      if (left) return;
      controller.enqueue(bytes);
      if (-(controller.desiredSize ?? 0) > MAX_WAITING_BYTES) end();
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
      if (!(await isValid().catch(() => true))) end();
    }, heartbeatMs);
    // Before the feed, so that this source misses none of the changes that the feed sends after `caught-up`.
    if (attach)
      ends.push(
        attach({ send: (event, json) => send(encoder.encode(`event: ${event}\ndata: ${json}\n\n`)), end }),
      );
    ends.push(feed.subscribe({ onEvent: (reported) => send(write(reported)), onShutdown: end }, after));
    // When the stream ends during subscribe, `leave` has not received these functions yet.
    if (left) leave();
  }

  return new ReadableStream<Uint8Array>(
    { start, cancel: leave },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
}
