import { Client } from "pg";
import { logger } from "@/lib/log";

type Handlers = {
  onMessage: (channel: string, payload: string) => void;
  /** Called each time the ear is open again; what was said while it was closed is lost. */
  onOpen?: () => void;
  onClosed?: () => void;
};

export type Listener = { close(): Promise<void> };

const LONGEST_PAUSE_MS = 2_000;

/**
 * Listens on PostgreSQL channels over a connection of its own and opens it again whenever it breaks. Resolves at
 * once; `onOpen` says when it hears.
 */
export function listen(databaseUrl: string, channels: readonly string[], handlers: Handlers): Listener {
  const log = logger("listener");
  let client: Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = 50;

  async function open() {
    const next = new Client({ connectionString: databaseUrl, keepAlive: true });
    client = next;
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      handlers.onClosed?.();
      if (closed) return;
      timer = setTimeout(open, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    };
    next.on("error", lose);
    next.on("end", lose);
    next.on("notification", ({ channel, payload }) => handlers.onMessage(channel, payload ?? ""));
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${next.escapeIdentifier(channel)}`);
      pauseMs = 50;
      handlers.onOpen?.();
    } catch (error) {
      log.warn(
        { error: error instanceof Error ? error.message : "unknown" },
        "cannot listen to the database yet",
      );
      await next.end().catch(() => {});
      lose();
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
