import { logger } from "@/lib/log";
import { CHANGES_CHANNEL, type ChangeEvent, changeEventSchema, TAGS_CHANNEL } from "./channels";
import { type Listener, listen } from "./listener";
import { RecentChanges } from "./recent-changes";
import { type LiveStatus, readStatus } from "./status";
import { readStoredTags } from "./stored-tags";
import type { TagTable } from "./tag-table";

/** What open browsers are told. `gap`: something may have been missed, look again at all that is shown. */
export type FeedEvent =
  | { kind: "change"; change: ChangeEvent }
  | { kind: "status"; status: LiveStatus }
  | { kind: "gap" };
export type Subscriber = { onEvent: (event: FeedEvent) => void; onShutdown: () => void };

const STATUS_EVERY_MS = 3_000;

/** This process's one ear to the database and the browsers that hang on it. */
export class LiveFeed {
  private readonly subscribers = new Set<Subscriber>();
  private readonly recent = new RecentChanges();
  private listener: Listener | null = null;
  private timer: NodeJS.Timeout | undefined;
  private lastChangeAt: string | null = null;

  start(databaseUrl: string, tags: TagTable): void {
    let heardBefore = false;
    this.listener = listen(databaseUrl, [TAGS_CHANNEL, CHANGES_CHANNEL], {
      beforeOpen: async (connection) => tags.remember(await readStoredTags(connection)),
      onOpen: () => {
        tags.opened();
        if (heardBefore) this.tell({ kind: "gap" });
        heardBefore = true;
      },
      onClosed: () => tags.closed(),
      onMessage: (channel, payload) => {
        if (channel === TAGS_CHANNEL) tags.expire(JSON.parse(payload));
        else this.hear(payload);
      },
    });
    this.timer = setInterval(() => void this.tellStatus(), STATUS_EVERY_MS);
    this.timer.unref();
  }

  /** Adds a browser, which is told what has just changed as well; the answer takes it away again. */
  subscribe(subscriber: Subscriber): () => void {
    this.subscribers.add(subscriber);
    const recent = this.recent.list(Date.now());
    if (recent === null) this.tellOne(subscriber, { kind: "gap" });
    for (const change of recent ?? []) this.tellOne(subscriber, { kind: "change", change });
    void this.currentStatus().then((status) => this.tellOne(subscriber, { kind: "status", status }));
    return () => this.subscribers.delete(subscriber);
  }

  /** Ends every stream, so that the server can stop. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    for (const subscriber of [...this.subscribers]) subscriber.onShutdown();
    this.subscribers.clear();
    await this.listener?.close();
  }

  private hear(payload: string): void {
    const change = changeEventSchema.parse(JSON.parse(payload));
    this.lastChangeAt = new Date().toISOString();
    this.recent.add(change, Date.now());
    this.tell({ kind: "change", change });
  }

  private async currentStatus(): Promise<LiveStatus> {
    const status = await readStatus();
    return { ...status, lastChangeAt: this.lastChangeAt ?? status.lastChangeAt };
  }

  private async tellStatus(): Promise<void> {
    if (this.subscribers.size) this.tell({ kind: "status", status: await this.currentStatus() });
  }

  private tell(event: FeedEvent): void {
    for (const subscriber of this.subscribers) this.tellOne(subscriber, event);
  }

  /** One that cannot be told is let go, and keeps the event from no other. One that has left hears nothing. */
  private tellOne(subscriber: Subscriber, event: FeedEvent): void {
    if (!this.subscribers.has(subscriber)) return;
    try {
      subscriber.onEvent(event);
    } catch (error) {
      this.subscribers.delete(subscriber);
      logger("feed").warn({ error: error instanceof Error ? error.message : "unknown" }, "let a browser go");
    }
  }
}

const held = globalThis as typeof globalThis & { drayboardFeed?: LiveFeed };

/** This process's feed. Kept on the global object: the bundler gives routes copies of this module. */
export function liveFeed(): LiveFeed {
  held.drayboardFeed ??= new LiveFeed();
  return held.drayboardFeed;
}
