import { db } from "@/lib/platform/database/client";
import { type Listener, listen } from "@/lib/platform/database/postgres-listener";
import { logger } from "@/lib/platform/log";
import { sharedReading } from "@/lib/platform/single-flight";
import { forgetOldTags, readStoredTags } from "@/lib/realtime/cache/persisted-tags";
import type { TagTable } from "@/lib/realtime/cache/tag-expirations";
import { ChangeLog, isEmpty, type StoredChanges } from "./change-log";
import {
  CHANGES_CHANNEL,
  type ChangeEvent,
  type NotedChange,
  notedChangeSchema,
  POSITION_CHANNEL,
  TAGS_CHANNEL,
} from "./channels";
import { type LiveStatus, readStatus } from "./health-status";
import { forgetOldChanges, readStoredChanges, SAY_POSITION } from "./persisted-changes";

/**
 * An event for open browsers. `gap`: changes may have been missed, refetch everything shown. `caught-up`: all earlier
 * changes were sent. `position`: the position of a browser that received this event; null while it is unknown.
 */
export type FeedEvent =
  | { kind: "change"; change: ChangeEvent; position: number }
  | { kind: "gap" | "caught-up"; position: number }
  | { kind: "status"; status: LiveStatus; position: number | null };
export type Subscriber = { onEvent: (event: FeedEvent) => void; onShutdown: () => void };

/** The start of a browser: `after` is null when it has just loaded a page, else its last position. */
type Beginning = { after: number | null; at: number };

const STATUS_EVERY_MS = 3_000;
const STATUS_KEPT_MS = 1_000;
const FORGET_EVERY_MS = 60_000;
const FORGET_TAGS_EVERY_MS = 600_000;

/** A single failed read is no outage: the previous status is used instead. */
function steadily(read: () => Promise<LiveStatus>): () => Promise<LiveStatus> {
  let last: LiveStatus | null = null;
  return async () => {
    const status = await read();
    const shown = status.database === "down" && last ? last : status;
    last = status.database === "down" ? null : status;
    return shown;
  };
}

/** This process's only database listener, with its subscribed browsers. */
export class LiveFeed {
  /**
   * The start of each subscriber that waits for the listener to open. Null: the subscriber is up to date and receives
   * all events.
   */
  private readonly subscribers = new Map<Subscriber, Beginning | null>();
  private readonly log = new ChangeLog();
  /** Changes received between LISTEN and the read of the stored changes. Null while the listener is open. */
  private early: NotedChange[] | null = [];
  private listener: Listener | null = null;
  private timers: NodeJS.Timeout[] = [];
  private lastChangeAt: string | null = null;
  private stopped = false;
  private readonly status = sharedReading(STATUS_KEPT_MS, steadily(readStatus));

  start(databaseUrl: string, tags: TagTable): void {
    let stored: StoredChanges = { changes: [], position: 0 };
    this.listener = listen(
      databaseUrl,
      [TAGS_CHANNEL, CHANGES_CHANNEL, POSITION_CHANNEL],
      {
        beforeOpen: async (connection) => {
          const { tags: expired, forgottenAgeMs } = await readStoredTags(connection);
          tags.remember(expired);
          if (forgottenAgeMs !== null) tags.rememberForgotten(forgottenAgeMs);
          stored = await readStoredChanges(connection);
        },
        onOpen: () => {
          tags.opened();
          this.open(stored);
        },
        onClosed: () => {
          tags.closed();
          this.early = [];
        },
        onHeartbeat: () => tags.asked(),
        onMessage: (channel, payload) => {
          if (channel === TAGS_CHANNEL) tags.expire(JSON.parse(payload));
          else if (channel === CHANGES_CHANNEL) this.receive(notedChangeSchema.parse(JSON.parse(payload)));
          else if (this.early === null) this.log.moveTo(Number(payload));
        },
      },
      { query: SAY_POSITION },
    );
    const forget = () => void forgetOldChanges(db()).catch(() => {});
    const forgetTags = () => void forgetOldTags(db()).catch(() => {});
    this.timers = [
      setInterval(() => void this.tellStatus(), STATUS_EVERY_MS),
      setInterval(forget, FORGET_EVERY_MS),
      setInterval(forgetTags, FORGET_TAGS_EVERY_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  /**
   * Adds a browser and returns its unsubscribe function. The browser receives the changes it missed since `after`. When
   * `after` is null, it receives those that a page read a moment ago may have missed. Then it always receives
   * `caught-up`.
   */
  subscribe(subscriber: Subscriber, after: number | null = null): () => void {
    if (this.stopped) subscriber.onShutdown();
    else {
      const beginning = { after, at: Date.now() };
      this.subscribers.set(subscriber, beginning);
      if (this.early === null) this.bringUpToDate(subscriber, beginning);
      void this.status.current().then((read) => {
        const status = this.withLastChange(read);
        this.tellOne(subscriber, { kind: "status", status, position: null });
      });
    }
    return () => this.subscribers.delete(subscriber);
  }

  /** The number of open streams. */
  get subscriberCount(): number {
    return this.subscribers.size;
  }

  /** Ends every stream, so that the server can stop. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const subscriber of [...this.subscribers.keys()]) subscriber.onShutdown();
    this.subscribers.clear();
    await this.listener?.close();
  }

  private open(stored: StoredChanges): void {
    const { position: before } = this.log;
    const missed = this.log.fill(stored, Date.now());
    const early = this.early ?? [];
    this.early = null;
    if (missed === null) this.tell({ kind: "gap", position: this.log.position });
    // A browser that receives only some of the changes must keep its earlier position.
    for (const change of missed ?? []) this.tell({ kind: "change", change, position: before });
    for (const noted of early) this.receive(noted);
    for (const [subscriber, beginning] of this.subscribers)
      if (beginning) this.bringUpToDate(subscriber, beginning);
  }

  private bringUpToDate(subscriber: Subscriber, { after, at }: Beginning): void {
    this.subscribers.set(subscriber, null);
    const { position } = this.log;
    const missed = after === null ? this.log.lately(at) : this.log.since(after);
    if (missed === null) this.tellOne(subscriber, { kind: "gap", position });
    else if (!isEmpty(missed)) this.tellOne(subscriber, { kind: "change", change: missed, position });
    this.tellOne(subscriber, { kind: "caught-up", position });
  }

  private receive(noted: NotedChange): void {
    if (this.early) {
      this.early.push(noted);
      return;
    }
    if (!this.log.add(noted, Date.now())) return;
    this.lastChangeAt = new Date().toISOString();
    this.tell({ kind: "change", change: noted.change, position: this.log.position });
  }

  private async tellStatus(): Promise<void> {
    if (!this.subscribers.size) return;
    const status = this.withLastChange(await this.status.reload());
    const { position } = this.log;
    const reported: FeedEvent = { kind: "status", status, position };
    const reportedWaiting: FeedEvent = { kind: "status", status, position: null };
    for (const [subscriber, beginning] of this.subscribers)
      this.tellOne(subscriber, beginning ? reportedWaiting : reported);
  }

  private withLastChange(status: LiveStatus): LiveStatus {
    const [lastChangeAt = null] = [this.lastChangeAt, status.lastChangeAt]
      .filter((instant) => instant !== null)
      .sort()
      .reverse();
    return { ...status, lastChangeAt };
  }

  /** Sends an event to the subscribers that are up to date. */
  private tell(event: FeedEvent): void {
    for (const [subscriber, beginning] of this.subscribers)
      if (beginning === null) this.tellOne(subscriber, event);
  }

  /**
   * Removes a subscriber whose handler throws, so that it does not block the others. A subscriber that has left
   * receives nothing.
   */
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

/**
 * Returns this process's feed. Stored on the global object, because the bundler gives routes separate copies of this
 * module.
 */
export function liveFeed(): LiveFeed {
  held.drayboardFeed ??= new LiveFeed();
  return held.drayboardFeed;
}
