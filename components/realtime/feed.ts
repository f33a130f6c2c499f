import type { LiveChange } from "./events";
import { type Channel, WAYS } from "./stream/connect";
import type { LiveState, ToTab } from "./stream/protocol";

/** An open board, which the server sends the changed rows of. */
type BoardListener = {
  /** Called with each message, JSON of unknown shape. */
  onMessage: (message: unknown) => void;
  /** The connection ended or was replaced. Rows of recent changes may not have been sent. */
  onEnded: () => void;
  /** A connection is open, and all earlier changes were received. */
  onCaughtUp: () => void;
};
type ChangeListener = (change: LiveChange) => void;
/** Refetches the shown data. A returned promise resolves when that is done. */
type ResyncListener = () => unknown;

/** Longer than the time between a page's read on the server and its display. */
const LATELY_MS = 5_000;
/** A tab sends its state at this interval, as a heartbeat. */
const SEND_EVERY_MS = 10_000;
/** The stream is sought in another way after more messages in a row without an answer: a busy machine starts a worker slowly. */
const MAX_UNANSWERED = 2;
/** Between two pages there are no listeners for a moment. The connection is kept for the next page. */
const KEPT_MS = 2_000;
const INITIAL: LiveState = { link: "connecting", lostAt: null, laggingSince: null, status: null };

/** The tab's part of the live feed. The stream itself is one for all tabs (`stream/machine.ts`, docs/decisions/0070). */
class TabFeed {
  private state = INITIAL;
  /** Null: the server has not reported yet who is signed in. Empty: it does not know. */
  private user: string | null = null;
  private channel: Channel | null = null;
  /** Messages of an earlier channel do not count. */
  private openings = 0;
  /** The way of `WAYS` that is in use. */
  private way = 0;
  private unanswered = 0;
  private timer: ReturnType<typeof setInterval> | null = null;
  /** The parameters of the shown board. Null without one. */
  private board: string | null = null;
  private boardListener: BoardListener | null = null;
  /** The board whose rows the server sends. */
  private rows: string | null = null;
  private received: { at: number; change: LiveChange }[] = [];
  /** Requested refetches that have not finished. */
  private rereading: Promise<unknown> = Promise.resolve();
  /** The state of the stream, and whether this tab shows everything that it missed. */
  private link: LiveState["link"] = "connecting";
  private isCaughtUp = false;
  private readonly stateListeners = new Set<() => void>();
  private readonly changeListeners = new Set<ChangeListener>();
  private readonly resyncListeners = new Set<ResyncListener>();

  /** Called with each user that the server names. Empty: it does not know who is signed in. */
  connectAs(user: string): void {
    if (user === this.user) return;
    this.disconnect();
    this.user = user;
    if (this.hasListeners()) this.connect();
  }

  /** Ends the stream of all tabs, because the session ends. Call it before. */
  signOut(): void {
    this.channel?.send({ kind: "signed-out" });
  }

  subscribe(listener: () => void): () => void {
    return this.join(this.stateListeners, listener);
  }

  snapshot(): LiveState {
    return this.state;
  }

  onChange(listener: ChangeListener): () => void {
    return this.join(this.changeListeners, listener);
  }

  onResync(listener: ResyncListener): () => void {
    return this.join(this.resyncListeners, listener);
  }

  onBoard(params: string, listener: BoardListener): () => void {
    this.board = params;
    this.boardListener = listener;
    this.send();
    return () => {
      if (this.boardListener !== listener) return;
      this.board = null;
      this.boardListener = null;
      this.send();
    };
  }

  sendsRows(): boolean {
    return this.board !== null && this.rows === this.board;
  }

  recentlyReceived(): LiveChange[] {
    this.received = this.received.filter(({ at }) => Date.now() - at < LATELY_MS);
    return this.received.map(({ change }) => change);
  }

  private hasListeners(): boolean {
    return this.stateListeners.size + this.changeListeners.size + this.resyncListeners.size > 0;
  }

  private join<T>(listeners: Set<T>, listener: T): () => void {
    listeners.add(listener);
    this.connect();
    return () => {
      listeners.delete(listener);
      setTimeout(() => {
        if (!this.hasListeners()) this.disconnect();
      }, KEPT_MS);
    };
  }

  private connect(): void {
    if (this.channel || this.user === null) return;
    this.openings += 1;
    const opening = this.openings;
    const receive = (message: ToTab) => opening === this.openings && this.receive(message);
    const onFailed = () => opening === this.openings && this.connectOtherwise();
    while (this.channel === null && this.way < WAYS.length) {
      this.channel = WAYS[this.way]?.(this.user, receive, onFailed) ?? null;
      if (!this.channel) this.way += 1;
    }
    document.addEventListener("visibilitychange", this.send);
    window.addEventListener("pagehide", this.leave);
    window.addEventListener("pageshow", this.send);
    this.timer = setInterval(this.sendAgain, SEND_EVERY_MS);
    this.send();
  }

  private disconnect(): void {
    if (!this.channel) return;
    this.endRows();
    this.leave();
    this.channel.close();
    this.channel = null;
    this.openings += 1;
    this.unanswered = 0;
    if (this.timer) clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.send);
    window.removeEventListener("pagehide", this.leave);
    window.removeEventListener("pageshow", this.send);
  }

  /** The program that has the stream does not answer, or could not be started. */
  private connectOtherwise(): void {
    this.disconnect();
    this.show({ ...this.state, link: "lost", lostAt: this.state.lostAt ?? Date.now() });
    this.way = Math.min(this.way + 1, WAYS.length - 1);
    this.connect();
  }

  private readonly send = (): void =>
    this.channel?.send({
      kind: "tab",
      isVisible: document.visibilityState !== "hidden",
      board: this.board,
      ageMs: performance.now(),
    });

  private readonly leave = (): void => this.channel?.send({ kind: "leave" });

  private readonly sendAgain = (): void => {
    if (document.visibilityState === "hidden") return;
    this.unanswered += 1;
    if (this.unanswered > MAX_UNANSWERED) this.connectOtherwise();
    else this.send();
  };

  private show(state: LiveState): void {
    this.state = state;
    for (const listener of this.stateListeners) listener();
  }

  private endRows(): void {
    if (this.sendsRows()) this.boardListener?.onEnded();
    this.rows = null;
  }

  private receive(message: ToTab): void {
    this.unanswered = 0;
    if (message.kind === "state") this.takeState(message.state);
    else if (message.kind === "resync") this.resync();
    else if (message.kind === "caught-up") void this.onCaughtUp();
    else if (message.kind === "rows") {
      if (message.board !== this.board) this.endRows();
      this.rows = message.board;
    } else if (message.kind === "board") {
      if (message.board === this.board) this.boardListener?.onMessage(JSON.parse(message.json));
    } else if (message.kind === "change") {
      this.received.push({ at: Date.now(), change: message.change });
      this.recentlyReceived();
      for (const listener of this.changeListeners) listener(message.change);
    }
  }

  private takeState(state: LiveState): void {
    this.link = state.link;
    if (state.link !== "live") this.isCaughtUp = false;
    const { lostAt, laggingSince } = this.state;
    // Until the tab has read what it missed, it shows old data.
    const isBehind = state.link === "live" && !this.isCaughtUp;
    this.show(isBehind ? { ...state, link: "catching-up", lostAt, laggingSince } : state);
  }

  private resync(): void {
    const read = [...this.resyncListeners].map((listener) => listener());
    this.rereading = Promise.allSettled([this.rereading, ...read]);
  }

  private async onCaughtUp(): Promise<void> {
    const from = this.channel;
    this.boardListener?.onCaughtUp();
    let awaited: Promise<unknown>;
    do {
      awaited = this.rereading;
      await awaited;
    } while (awaited !== this.rereading);
    if (this.channel !== from || this.link !== "live") return;
    this.isCaughtUp = true;
    this.show({ ...this.state, link: "live", lostAt: null, laggingSince: null });
  }
}

/** The live feed of this tab. It begins with the first listener once the user is known and ends after the last. */
const feed = new TabFeed();

/** The live feed of the tab, shared by all listeners. */
export const liveFeed = {
  connectAs: (user: string) => feed.connectAs(user),
  signOut: () => feed.signOut(),
  subscribe: (listener: () => void) => feed.subscribe(listener),
  snapshot: () => feed.snapshot(),
  serverSnapshot: () => INITIAL,
  /** Asks the server to send the changed rows of this board, until the returned function is called. */
  onBoard: (params: string, listener: BoardListener) => feed.onBoard(params, listener),
  /** Whether the server sends the changed rows of the shown board after each change. Else they must be requested. */
  sendsRows: () => feed.sendsRows(),
  /** The changes of the last seconds, oldest first. */
  recentlyReceived: () => feed.recentlyReceived(),
  /** Called with the changes of a notification. */
  onChange: (listener: ChangeListener) => feed.onChange(listener),
  /** Called when changes may have been missed, for example after a reconnect. Any record may have changed. */
  onResync: (listener: ResyncListener) => feed.onResync(listener),
};
