import pg from "pg";
import type { Logger } from "pino";

export type Listener = { stop(): Promise<void> };

const RECONNECT_MS = 1_000;
/** How often the connection is asked whether it lives, and how long an answer may take. */
const HEARTBEAT = { everyMs: 10_000, answerMs: 5_000 };

/**
 * Hears NOTIFY on channels and calls what belongs to each. A lost connection, and one that no longer answers when
 * it is asked every few seconds, is made again, and then every handler is called once, since a message may have been
 * missed.
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
          // A query without its answer hangs on the connection: ending it then cuts the socket.
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
