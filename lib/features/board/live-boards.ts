import type { SessionClaims } from "@/lib/auth/sessions/session-token";
import { findValidClaims } from "@/lib/auth/sign-in/session-guard";
import { changedRowsJson, type OpenBoard, REREAD } from "@/lib/features/board/queries/board";
import type { Reader } from "@/lib/features/board/queries/filter-sql";
import { countUnseenChanges } from "@/lib/features/board/queries/unseen-changes";
import { type Database, db } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import { type LiveFeed, liveFeed } from "@/lib/realtime/feed";

/** A board in a browser with an open event stream. */
export interface LiveBoard extends OpenBoard {
  /** Its session. */
  claims: SessionClaims;
  /** Sends a message, JSON text. */
  send: (json: string) => void;
  /** Ends its stream. */
  end: () => void;
}

/**
 * A board receives at most so many messages in each period of this length. Until then each change is sent at once: fixed
 * pauses would delay all changes when more arrive than messages are allowed.
 */
const MESSAGES = 4;
const PERIOD_MS = 1_000;
/** Above these numbers of changed or matching rows a board is asked to read its pages, which costs less. */
const MAX_CHANGED = 200;
const MAX_ROWS = 30;
/** A session that was checked within this time receives rows without another check. */
const CHECKED_MS = 2_000;
/** When the unseen changes of users are counted after a change, and the minimum interval between two counts. */
const COUNT_AFTER_MS = 250;
const COUNT_EVERY_MS = 5_000;

const log = logger("live boards");

/**
 * The boards that are open at this process. Changed rows are read once for all of them and sent to each with its own
 * filters (docs/decisions/0050).
 */
export class LiveBoards {
  /** Each board with the time of the last check of its session, epoch ms. */
  private readonly boards = new Map<LiveBoard, number>();
  /** Changed containers, and users' new numbers of unseen changes, that were not sent yet. */
  private readonly changed = new Set<string>();
  private readonly unseen = new Map<Reader, number>();
  /** The current period: its begin, epoch ms, and the number of its messages. */
  private period = { beginsAt: 0, messages: 0 };
  private timer: NodeJS.Timeout | null = null;
  private sending = false;
  private unseenTimer: NodeJS.Timeout | null = null;
  private unseenAt = 0;
  private leaveFeed: (() => void) | null = null;

  constructor(
    private readonly feed: () => Pick<LiveFeed, "subscribe">,
    private readonly database: () => Database,
  ) {}

  /** Adds a board whose session was just checked. Returns the function that removes it. */
  add(board: LiveBoard): () => void {
    this.boards.set(board, Date.now());
    this.leaveFeed ??= this.feed().subscribe({
      onEvent: (event) => event.kind === "change" && this.take(event.change.containers),
      onShutdown: () => undefined,
    });
    return () => {
      this.boards.delete(board);
      if (this.boards.size === 0) this.rest();
    };
  }

  /** Nothing is read while no board is open. */
  private rest(): void {
    this.leaveFeed?.();
    this.leaveFeed = null;
    for (const timer of [this.timer, this.unseenTimer]) if (timer) clearTimeout(timer);
    [this.timer, this.unseenTimer] = [null, null];
    this.changed.clear();
    this.unseen.clear();
  }

  private take(ids: readonly string[]): void {
    for (const id of ids) this.changed.add(id);
    this.schedule();
  }

  private schedule(): void {
    if (this.timer || this.sending || this.boards.size === 0) return;
    if (this.changed.size + this.unseen.size === 0) return;
    const waitMs = this.period.messages < MESSAGES ? 0 : this.period.beginsAt + PERIOD_MS - Date.now();
    this.timer = setTimeout(() => void this.sendChanges(), Math.max(0, waitMs)).unref();
  }

  private noteMessage(): void {
    const now = Date.now();
    // A message after the last one of a period has waited for its end, which a timer can meet a moment early.
    const isOver = this.period.messages >= MESSAGES || now >= this.period.beginsAt + PERIOD_MS;
    this.period = isOver
      ? { beginsAt: now, messages: 1 }
      : { ...this.period, messages: this.period.messages + 1 };
  }

  private async sendChanges(): Promise<void> {
    const [ids, unseen] = [[...this.changed], new Map(this.unseen)];
    this.changed.clear();
    this.unseen.clear();
    this.timer = null;
    this.sending = true;
    this.noteMessage();
    const boards = [...this.boards.keys()];
    try {
      const [texts] = await Promise.all([
        ids.length > MAX_CHANGED
          ? boards.map(() => REREAD)
          : changedRowsJson(this.database(), { ids, unseen, maxRows: MAX_ROWS }, boards, new Date()),
        this.checkSessions(),
      ]);
      for (const [at, board] of boards.entries()) this.send(board, texts[at] ?? REREAD);
    } catch (error) {
      log.error({ err: error }, "changed rows could not be read, boards read their pages instead");
      for (const board of boards) this.send(board, REREAD);
    } finally {
      this.sending = false;
      this.schedule();
    }
    if (ids.length > 0 && this.boards.size > 0) this.countSoon();
  }

  /** A board whose session ended receives nothing more. */
  private async checkSessions(): Promise<void> {
    const now = Date.now();
    const due = [...this.boards].flatMap(([board, at]) => (now - at < CHECKED_MS ? [] : [board]));
    if (due.length === 0) return;
    const claims = due.map((board) => board.claims);
    const valid = new Set(await findValidClaims(this.database(), claims, "dashboard", new Date(now)));
    for (const board of due) {
      if (!this.boards.has(board)) continue;
      if (valid.has(board.claims)) {
        this.boards.set(board, now);
      } else {
        this.boards.delete(board);
        board.end();
      }
    }
  }

  private send(board: LiveBoard, json: string): void {
    if (this.boards.has(board)) board.send(json);
  }

  private countSoon(): void {
    const waitMs = Math.max(COUNT_AFTER_MS, this.unseenAt + COUNT_EVERY_MS - Date.now());
    this.unseenTimer ??= setTimeout(() => void this.countUnseen(), waitMs).unref();
  }

  private async countUnseen(): Promise<void> {
    this.unseenAt = Date.now();
    this.unseenTimer = null;
    const readers = new Set([...this.boards.keys()].map(({ reader }) => reader));
    try {
      for (const reader of readers) {
        const count = await countUnseenChanges(this.database(), reader);
        if (this.boards.size > 0) this.unseen.set(reader, count);
      }
    } catch (error) {
      log.error({ err: error }, "unseen changes could not be counted");
    }
    this.schedule();
  }
}

const boards = new LiveBoards(liveFeed, db);

/** This process's open boards. */
export const liveBoards = (): LiveBoards => boards;
