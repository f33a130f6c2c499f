import pg from "pg";
import type { Logger } from "pino";

export type Listener = { stop(): Promise<void> };

const RECONNECT_MS = 1_000;

/**
 * Hears NOTIFY on channels and calls what belongs to each. A lost connection is made again, and then every
 * handler is called once, since a message may have been missed.
 */
export async function listen(
  url: string,
  handlers: Record<string, () => void>,
  log: Logger,
): Promise<Listener> {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: "tracking-service listener" });
    next.on("notification", ({ channel }) => handlers[channel]?.());
    next.on("error", () => reconnect(next));
    next.on("end", () => reconnect(next));
    await next.connect();
    for (const channel of Object.keys(handlers)) await next.query(`listen ${channel}`);
    client = next;
  };

  const reconnect = (lost: pg.Client) => {
    if (stopped || (client !== null && client !== lost)) return;
    client = null;
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
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
