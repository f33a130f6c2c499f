import pg from "pg";
import type { Logger } from "pino";

export type Listener = { stop(): Promise<void> };

const RECONNECT_MS = 1_000;
/** How often the connection is checked, and how long a response may take. */
const HEARTBEAT = { everyMs: 10_000, answerMs: 5_000 };

/**
 * Listens for NOTIFY on channels and calls the handler of each. A lost connection is replaced, also when it fails a
 * periodic check. Then every handler is called once, because a message may have been missed.
 */
export async function listen(
  url: string,
  handlers: Record<string, () => void>,
  log: Logger,
  heartbeat = HEARTBEAT,
): Promise<Listener> {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let heartbeatTimer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: "tracking-service listener",
      connectionTimeoutMillis: heartbeat.answerMs,
      query_timeout: heartbeat.answerMs,
    });
    next.on("notification", ({ channel }) => handlers[channel]?.());
    next.on("error", () => reconnect(next));
    next.on("end", () => reconnect(next));
    try {
      await next.connect();
      for (const channel of Object.keys(handlers)) await next.query(`listen ${channel}`);
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    awaitHeartbeat(next);
  };

  const awaitHeartbeat = (asked: pg.Client) => {
    if (stopped || client !== asked) return;
    heartbeatTimer = setTimeout(() => {
      asked.query("select 1").then(
        () => awaitHeartbeat(asked),
        () => {
          reconnect(asked);
          // A query without a response blocks the connection. Ending it then closes the socket.
          void asked.end().catch(() => undefined);
        },
      );
    }, heartbeat.everyMs);
  };

  const reconnect = (lost: pg.Client) => {
    if (stopped || (client !== null && client !== lost)) return;
    client = null;
    clearTimeout(heartbeatTimer);
    clearTimeout(timer);
    timer = setTimeout(async () => {
      try {
        await connect();
        for (const handler of Object.values(handlers)) handler();
        log.info("listening to the database again");
      } catch {
        reconnect(lost);
      }
    }, RECONNECT_MS);
  };

  await connect();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(heartbeatTimer);
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
