import { changedRowsJson, countUnseenChanges, type OpenBoard } from "@/lib/features/board/queries/board";
import { db, type Executor } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import { type LiveFeed, liveFeed } from "@/lib/realtime/feed";

/** A board in a browser with an open event stream. */
export interface LiveBoard extends OpenBoard {
  /** Whether its session is valid. */
  isValid: () => Promise<boolean>;
  /** Sends an event of this name with JSON text. */
  send: (event: string, json: string) => void;
  /** Ends its stream. */
  end: () => void;
}

/** A board receives at most so many messages in this time. */
const MESSAGES = 4;
const PERIOD_MS = 1_000;
/** Above these numbers of changed or matching rows a board is asked to read its pages, which costs less. */
const MAX_CHANGED = 200;
const MAX_ROWS = 30;
/** A session that was checked within this time receives rows without another check. */
const CHECKED_MS = 2_000;
/** The minimum interval between two counts of a user's unseen changes. */
const UNSEEN_EVERY_MS = 5_000;
const REREAD = JSON.stringify({ reread: true });

const log = logger("live boards");

/**
 * The boards that are open at this process. Changed rows are read once for all of them and sent to each with its own
 * filters (docs/decisions/0050).
 */
export class LiveBoards {
  /** Each board with the time of the last check of its session, epoch ms. */
  private readonly boards = new Map<LiveBoard, number>();
  private readonly changed = new Set<string>();
  /** The times of the last messages, epoch ms, oldest first. */
  private sentAt: number[] = [];
  private timer: NodeJS.Timeout | null = null;
  private sending = false;
  private unseenTimer: NodeJS.Timeout | null = null;
  private unseenAt = 0;
  private leaveFeed: (() => void) | null = null;

  constructor(
    private readonly feed: () => Pick<LiveFeed, "subscribe">,
    private readonly executor: () => Executor,
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
      if (this.boards.size > 0) return;
      this.leaveFeed?.();
      this.leaveFeed = null;
    };
  }

  private take(ids: readonly string[]): void {
    for (const id of ids) this.changed.add(id);
    this.schedule();
  }

  private schedule(): void {
    if (this.timer || this.sending || this.changed.size === 0) return;
    const [first] = this.sentAt;
    const waitMs = first === undefined || this.sentAt.length < MESSAGES ? 0 : first + PERIOD_MS - Date.now();
    this.timer = setTimeout(() => void this.sendChanges(), Math.max(0, waitMs));
  }

  private async sendChanges(): Promise<void> {
    const ids = [...this.changed];
    this.changed.clear();
    this.timer = null;
    this.sending = true;
    this.sentAt = [...this.sentAt, Date.now()].slice(-MESSAGES);
    const boards = [...this.boards.keys()];
    try {
      const [texts] = await Promise.all([
        ids.length > MAX_CHANGED
          ? boards.map(() => REREAD)
          : changedRowsJson(this.executor(), ids, boards, new Date(), MAX_ROWS),
        this.checkSessions(boards),
      ]);
      for (const [at, board] of boards.entries()) this.send(board, texts[at] ?? REREAD);
    } catch (error) {
      log.error({ error }, "changed rows could not be read, boards read their pages instead");
      for (const board of boards) this.send(board, REREAD);
    } finally {
      this.sending = false;
      this.schedule();
    }
    this.countSoon();
  }

  /** A board whose session ended receives nothing more. */
  private async checkSessions(boards: readonly LiveBoard[]): Promise<void> {
    const now = Date.now();
    await Promise.all(
      boards.map(async (board) => {
        if (now - (this.boards.get(board) ?? now) < CHECKED_MS) return;
        if (!(await board.isValid())) {
          this.boards.delete(board);
          board.end();
        } else if (this.boards.has(board)) this.boards.set(board, now);
      }),
    );
  }

  private send(board: LiveBoard, json: string): void {
    if (this.boards.has(board)) board.send("board", json);
  }

  private countSoon(): void {
    const waitMs = Math.max(0, this.unseenAt + UNSEEN_EVERY_MS - Date.now());
    this.unseenTimer ??= setTimeout(() => void this.countUnseen(), waitMs);
  }

  private async countUnseen(): Promise<void> {
    this.unseenAt = Date.now();
    this.unseenTimer = null;
    const readers = new Set([...this.boards.keys()].map(({ reader }) => reader));
    try {
      for (const reader of readers) {
        const json = JSON.stringify({ changed: await countUnseenChanges(this.executor(), reader) });
        for (const board of this.boards.keys()) if (board.reader === reader) this.send(board, json);
      }
    } catch (error) {
      log.error({ error }, "unseen changes could not be counted");
    }
  }
}

const boards = new LiveBoards(liveFeed, db);

/** This process's open boards. */
export const liveBoards = (): LiveBoards => boards;
