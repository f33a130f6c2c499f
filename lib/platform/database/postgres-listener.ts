import { Client } from "pg";
import { logger } from "@/lib/platform/log";

type Handlers = {
  onMessage: (channel: string, payload: string) => void;
  /** Called on the listening connection before each `onOpen`: what it reads, and what is heard after, leaves no gap. */
  beforeOpen?: (connection: Client) => Promise<void>;
  /** Called each time the listener is open again; what was said while it was closed is lost. */
  onOpen?: () => void;
  onClosed?: () => void;
  /** Called with each heartbeat; what it gives is called with the answer: all that was said before the heartbeat was heard. */
  onHeartbeat?: () => () => void;
};

export type Listener = { close(): Promise<void> };

const LONGEST_PAUSE_MS = 2_000;
/** How often the connection is asked whether it lives, and how long an answer may take. */
const HEARTBEAT = { everyMs: 10_000, answerMs: 5_000, query: "select 1" };

/**
 * Listens on PostgreSQL channels over a connection of its own and opens it again whenever it breaks or, asked every
 * few seconds, no longer answers. Resolves at once; `onOpen` says when it hears.
 */
export function listen(
  databaseUrl: string,
  channels: readonly string[],
  handlers: Handlers,
  given: Partial<typeof HEARTBEAT> = {},
): Listener {
  const heartbeat = { ...HEARTBEAT, ...given };
  const log = logger("listener");
  let client: Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = 50;

  async function open() {
    const next = new Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: heartbeat.answerMs,
      query_timeout: heartbeat.answerMs,
    });
    client = next;
    let lost = false;
    let heartbeatTimer: NodeJS.Timeout | undefined;
    const lose = () => {
      if (lost) return;
      lost = true;
      clearTimeout(heartbeatTimer);
      handlers.onClosed?.();
      if (closed) return;
      timer = setTimeout(open, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    };
    const abandon = () => {
      lose();
      // A query without its answer hangs on the connection: ending it then cuts the socket.
      void next.end().catch(() => {});
    };
    const feelHeartbeat = () => {
      const answered = handlers.onHeartbeat?.();
      next.query(heartbeat.query).then(() => {
        if (lost) return;
        answered?.();
        awaitHeartbeat();
      }, abandon);
    };
    const awaitHeartbeat = () => {
      if (!lost) heartbeatTimer = setTimeout(feelHeartbeat, heartbeat.everyMs);
    };
    next.on("error", lose);
    next.on("end", lose);
    next.on("notification", ({ channel, payload }) => handlers.onMessage(channel, payload ?? ""));
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${next.escapeIdentifier(channel)}`);
      await handlers.beforeOpen?.(next);
      if (lost) return;
      pauseMs = 50;
      handlers.onOpen?.();
      awaitHeartbeat();
    } catch (error) {
      log.warn(
        { error: error instanceof Error ? error.message : "unknown" },
        "cannot listen to the database yet",
      );
      abandon();
    }
  }

  void open();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
