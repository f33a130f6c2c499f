import { CHANGES_CHANNEL, type ChangeEvent, changeEventSchema, TAGS_CHANNEL } from "./channels";
import { type Listener, listen } from "./listener";
import { RecentChanges } from "./recent-changes";
import { type LiveStatus, readStatus } from "./status";
import type { TagTable } from "./tag-table";

/** What open browsers are told. `gap`: something may have been missed, look again at all that is shown. */
export type FeedEvent =
  | { kind: "change"; change: ChangeEvent }
  | { kind: "status"; status: LiveStatus }
  | { kind: "gap" };
type Subscriber = { onEvent: (event: FeedEvent) => void; onShutdown: () => void };

const STATUS_EVERY_MS = 3_000;

/** This process's one ear to the database and the browsers that hang on it. */
class LiveFeed {
  private readonly subscribers = new Set<Subscriber>();
  private readonly recent = new RecentChanges();
  private listener: Listener | null = null;
  private timer: NodeJS.Timeout | undefined;
  private lastChangeAt: string | null = null;

  start(databaseUrl: string, tags: TagTable): void {
    let heardBefore = false;
    this.listener = listen(databaseUrl, [TAGS_CHANNEL, CHANGES_CHANNEL], {
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
    if (recent === null) subscriber.onEvent({ kind: "gap" });
    for (const change of recent ?? []) subscriber.onEvent({ kind: "change", change });
    void this.currentStatus().then((status) => subscriber.onEvent({ kind: "status", status }));
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
    for (const { onEvent } of this.subscribers) onEvent(event);
  }
}

const held = globalThis as typeof globalThis & { drayboardFeed?: LiveFeed };

/** This process's feed. Kept on the global object: the bundler gives routes copies of this module. */
export function liveFeed(): LiveFeed {
  held.drayboardFeed ??= new LiveFeed();
  return held.drayboardFeed;
}
