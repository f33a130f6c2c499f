import { Client } from "pg";
import type { Logger } from "pino";
import { logger } from "@/lib/platform/log";

type Handlers = {
  /** May throw for a message that it cannot read: the connection is then reopened. */
  onMessage: (channel: string, payload: string) => void;
  /**
   * Called on the listening connection before each `onOpen`. Its reads and the messages received afterwards leave no
   * gap.
   */
  beforeOpen?: (connection: Client) => Promise<void>;
  /** Called on each reconnect. Messages sent while disconnected are lost. */
  onOpen?: () => void;
  onClosed?: () => void;
  /**
   * Called with each heartbeat. The returned function is called with the answer: all messages sent before the heartbeat
   * were received.
   */
  onHeartbeat?: () => () => void;
};

export type Listener = { close(): Promise<void> };

const MAX_PAUSE_MS = 2_000;
/** How often the connection is checked, and how long an answer may take. */
const HEARTBEAT = { everyMs: 10_000, answerMs: 5_000, query: "select 1" };
type Options = Partial<typeof HEARTBEAT> & { log?: Logger; applicationName?: string };

/**
 * Listens on PostgreSQL channels over its own connection. Reconnects whenever the connection breaks or does not answer
 * the check every few seconds. Returns immediately; `onOpen` is called once it is listening.
 */
export function listen(
  databaseUrl: string,
  channels: readonly string[],
  handlers: Handlers,
  { log = logger("listener"), applicationName, ...input }: Options = {},
): Listener {
  const heartbeat = { ...HEARTBEAT, ...input };
  let client: Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = 50;
  /** An outage is logged once. */
  let isAway = false;

  async function open() {
    const next = new Client({
      connectionString: databaseUrl,
      application_name: applicationName,
      keepAlive: true,
      connectionTimeoutMillis: heartbeat.answerMs,
      query_timeout: heartbeat.answerMs,
    });
    client = next;
    let lost = false;
    let heartbeatTimer: NodeJS.Timeout | undefined;
    const lose = (error?: unknown) => {
      if (lost) return;
      lost = true;
      clearTimeout(heartbeatTimer);
      handlers.onClosed?.();
      if (closed) return;
      if (!isAway) log.warn({ err: error }, "not listening to the database, reconnecting");
      isAway = true;
      timer = setTimeout(open, pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    };
    const abandon = (error: unknown) => {
      lose(error);
      // A query without an answer keeps the connection open: ending it then closes the socket.
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
    next.on("end", () => lose());
    next.on("notification", ({ channel, payload }) => {
      try {
        handlers.onMessage(channel, payload ?? "");
      } catch (error) {
        // Thrown into pg, it would stop this connection from receiving. Its content is missed: reopening says so.
        log.error({ err: error, channel }, "a message could not be read");
        abandon(error);
      }
    });
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${next.escapeIdentifier(channel)}`);
      await handlers.beforeOpen?.(next);
      if (lost) return;
      pauseMs = 50;
      if (isAway) log.info("listening to the database again");
      isAway = false;
      handlers.onOpen?.();
      awaitHeartbeat();
    } catch (error) {
      abandon(error);
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
