import { type LiveChange, parseChange, parseStatus } from "./events";
import { type DisplayedStatus, steadyStatus } from "./stable-status";

/** The state of the tab's connection to the dashboard's live feed. */
export type LiveState = {
  /** `catching-up`: connected, but missed changes are still being read. */
  link: "connecting" | "catching-up" | "live" | "lost";
  /** The time when the connection was lost, epoch ms. Null while connected. */
  lostAt: number | null;
  /** The time since when missed changes are being read, epoch ms. Null when there are none. */
  laggingSince: number | null;
  status: DisplayedStatus | null;
};

/** An open board, which the server sends the changed rows of. */
type BoardListener = {
  /** Called with each message, JSON of unknown shape. */
  onMessage: (message: unknown) => void;
  /** The connection ended or was replaced. Rows of recent changes may not have been sent. */
  onEnded: () => void;
  /** A connection is open, and all earlier changes were received. */
  onCaughtUp: () => void;
};
type Connection = {
  source: EventSource;
  /** The parameters of the board whose rows it carries. Null without one. */
  board: string | null;
  /** The server announced that it sends rows. It does so for changes after `caught-up`. */
  isAnnounced: boolean;
  sendsRows: boolean;
};
type ChangeListener = (change: LiveChange) => void;
/** Refetches the shown data. A returned promise resolves when that is done. */
type ResyncListener = () => unknown;

const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** Random share by which a retry delay is shortened or lengthened, so that tabs do not retry together. */
const SPREAD = 0.4;
/** The server sends its status every three seconds. A connection without messages for this time counts as lost. */
const SILENT_MS = 12_000;
/** Time limit for establishing a connection. */
const OPENING_MS = 30_000;
/**
 * Time after which a hidden tab disconnects. It catches up when it is shown. Browsers allow six connections per host, and
 * users have many tabs of the dashboard.
 */
const HIDDEN_CLOSE_MS = 12_000;
/**
 * The server sends a new listener the changes of this period. It is below the server's ten seconds to allow for
 * latency.
 */
const REPORTED_AGAIN_MS = 8_000;
/** Longer than the time between a page's read on the server and its display. */
const LATELY_MS = 5_000;
/** A connection is replaced by one with the shown board when the board has not changed for this time. */
const SAME_BOARD_MS = 300;
/** A connection whose board is no longer shown is replaced after this time. */
const NO_BOARD_MS = 5_000;
/** A connection that could not be replaced stays. The replacement is tried again after this time. */
const REPLACE_AGAIN_MS = 10_000;
/** Longer parameters, such as a long list of numbers, do not fit an address. Their board requests its changed rows. */
const MAX_BOARD_LENGTH = 4_000;
const INITIAL: LiveState = { link: "connecting", lostAt: null, laggingSince: null, status: null };

let state: LiveState = INITIAL;
let connection: Connection | null = null;
/** The connection that replaces `connection` as soon as it is open. */
let replacement: Connection | null = null;
let retry: ReturnType<typeof setTimeout> | null = null;
let hiddenTimer: ReturnType<typeof setTimeout> | null = null;
let silence: ReturnType<typeof setTimeout> | null = null;
/** The time of the last message, epoch ms. The shown data is as of then. Null before the first message. */
let receivedAt: number | null = null;
let attempts = 0;
let wasOpen = false;
/** The tab's position in the feed, from the server's events. */
let position = "";
/** Requested refetches that have not finished. */
let rereading: Promise<unknown> = Promise.resolve();
/** The parameters of the shown board. Null without one. */
let board: string | null = null;
let boardListener: BoardListener | null = null;
let replaceTimer: ReturnType<typeof setTimeout> | null = null;
let received: { at: number; change: LiveChange }[] = [];
const stateListeners = new Set<() => void>();
const changeListeners = new Set<ChangeListener>();
const resyncListeners = new Set<ResyncListener>();

function setState(patch: Partial<LiveState>): void {
  state = { ...state, ...patch };
  for (const listener of stateListeners) listener();
}

function reportResync(): void {
  rereading = Promise.allSettled([rereading, ...[...resyncListeners].map((listener) => listener())]);
}

function lately() {
  return received.filter(({ at }) => Date.now() - at < LATELY_MS);
}

function close(): void {
  if (liveFeed.sendsRows()) boardListener?.onEnded();
  for (const each of [connection, replacement]) each?.source.close();
  [connection, replacement] = [null, null];
  for (const timer of [retry, silence]) if (timer) clearTimeout(timer);
  [retry, silence] = [null, null];
}

/** Disconnects. Until the next connection, the shown data is as of now. */
function rest(): void {
  if (connection && state.link === "live") setState({ link: "connecting", laggingSince: receivedAt });
  close();
}

/** A connection whose other end disappears without closing it raises no error, so a timeout is required. */
function expectWithin(ms: number): void {
  if (silence) clearTimeout(silence);
  silence = setTimeout(() => {
    connection?.source.close();
    onLost();
  }, ms);
}

function onEvent(): void {
  receivedAt = Date.now();
  expectWithin(SILENT_MS);
}

/** The time of the shown data, for a connection that was just found broken. */
function brokenAt(): number {
  const now = Date.now();
  return receivedAt !== null && now - receivedAt >= SILENT_MS ? receivedAt : now;
}

function onLost(): void {
  if (liveFeed.sendsRows()) boardListener?.onEnded();
  if (connection) connection.sendsRows = false;
  if (state.link !== "lost")
    setState({ link: "lost", lostAt: state.lostAt ?? state.laggingSince ?? brokenAt(), laggingSince: null });
  // The browser retries once by itself, after the delay set by the server. After a rejection or a failed retry, this
  // code retries with increasing delays.
  attempts += 1;
  if (attempts === 1 && connection && connection.source.readyState !== EventSource.CLOSED) {
    expectWithin(OPENING_MS);
    return;
  }
  close();
  const pause = RETRY_MS[Math.min(attempts, RETRY_MS.length) - 1] ?? 0;
  retry = setTimeout(open, pause * (1 + SPREAD * (2 * Math.random() - 1)));
}

function onOpen(): void {
  onEvent();
  setState({ link: "catching-up", laggingSince: state.laggingSince ?? Date.now() });
  // Without a position, the server sends only the changes of the last seconds. That is complete only for a new page.
  if (position === "" && (wasOpen || performance.now() > REPORTED_AGAIN_MS)) reportResync();
  wasOpen = true;
}

async function onCaughtUp(): Promise<void> {
  attempts = 0;
  boardListener?.onCaughtUp();
  replaceSoon();
  const from = connection;
  await rereading;
  if (connection === from && state.link === "catching-up")
    setState({ link: "live", lostAt: null, laggingSince: null });
}

/** Opens a connection at the tab's position, with the shown board. Its events count once it is `connection`. */
function connect(): Connection {
  const params = new URLSearchParams();
  if (position !== "") params.set("after", position);
  if (board !== null) params.set("board", board);
  const source = new EventSource(params.size > 0 ? `/api/live?${params}` : "/api/live");
  const opened: Connection = { source, board, isAnnounced: false, sendsRows: false };
  const on = (name: string, hear: (data: unknown) => void) =>
    source.addEventListener(name, (event) => {
      if (connection !== opened) return;
      onEvent();
      hear(event.data);
      if (event.lastEventId !== "") position = event.lastEventId;
    });
  source.addEventListener("open", () => {
    // The browser reconnects by itself with the same source, possibly to a server of another version.
    opened.isAnnounced = false;
    if (replacement === opened) takeOver(opened);
    else if (connection === opened) onOpen();
  });
  source.addEventListener("error", () => {
    if (replacement === opened) {
      source.close();
      replacement = null;
    } else if (connection === opened) onLost();
  });
  on("gap", reportResync);
  on("caught-up", () => {
    opened.sendsRows = opened.isAnnounced;
    void onCaughtUp();
  });
  on("board-ready", () => {
    opened.isAnnounced = true;
  });
  on("board", (data) => {
    if (opened.board === board) boardListener?.onMessage(JSON.parse(String(data)));
  });
  on("change", (data) => {
    const change = parseChange(data);
    if (!change) return;
    received = [...lately(), { at: Date.now(), change }];
    for (const listener of changeListeners) listener(change);
  });
  on("status", (data) => {
    const status = parseStatus(data);
    if (status) setState({ status: steadyStatus(state.status, status, Date.now()) });
  });
  return opened;
}

function open(): void {
  retry = null;
  if (connection) return;
  connection = connect();
  expectWithin(OPENING_MS);
}

/** Closes the connection in favor of its replacement, which begins at the position of the tab: nothing is missed. */
function takeOver(opened: Connection): void {
  if (liveFeed.sendsRows()) boardListener?.onEnded();
  connection?.source.close();
  connection = opened;
  replacement = null;
  if (replaceTimer) clearTimeout(replaceTimer);
  replaceTimer = null;
  if (state.link === "live") onEvent();
  else onOpen();
}

/** Gives up a replacement that is not open yet. */
function dropReplacement(): void {
  if (replaceTimer) clearTimeout(replaceTimer);
  replaceTimer = null;
  replacement?.source.close();
  replacement = null;
}

function replace(): void {
  dropReplacement();
  // A lost connection is opened again with the shown board. Without a position a replacement would cost a refetch.
  if (!connection || state.link === "lost" || position === "" || connection.board === board) return;
  replacement = connect();
  replaceTimer = setTimeout(replace, REPLACE_AGAIN_MS);
}

/** Replaces the connection by one with the shown board. It stays open until the replacement is. */
function replaceSoon(): void {
  dropReplacement();
  if (connection?.board === board) return;
  replaceTimer = setTimeout(replace, board === null ? NO_BOARD_MS : SAME_BOARD_MS);
}

function listening(): boolean {
  return stateListeners.size + changeListeners.size + resyncListeners.size > 0;
}

function onVisibility(): void {
  if (hiddenTimer) clearTimeout(hiddenTimer);
  hiddenTimer = null;
  if (document.visibilityState === "visible") {
    if (listening()) open();
  } else {
    hiddenTimer = setTimeout(rest, HIDDEN_CLOSE_MS);
  }
}

function start(): void {
  if (connection || retry) return;
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("pagehide", rest);
  window.addEventListener("pageshow", onVisibility);
  open();
}

function stopWhenUnheard(): void {
  // Between two pages there are no listeners for a moment. The connection is kept for the next page.
  setTimeout(() => {
    if (listening()) return;
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("pagehide", rest);
    window.removeEventListener("pageshow", onVisibility);
    close();
  }, 2_000);
}

function join<T>(set: Set<T>, listener: T): () => void {
  set.add(listener);
  start();
  return () => {
    set.delete(listener);
    stopWhenUnheard();
  };
}

/**
 * The tab's single event source, shared by all listeners. It is opened by the first listener and closed after the last.
 */
export const liveFeed = {
  subscribe: (listener: () => void) => join(stateListeners, listener),
  snapshot: () => state,
  serverSnapshot: () => INITIAL,
  /** Asks the server to send the changed rows of this board, until the returned function is called. */
  onBoard(params: string, listener: BoardListener): () => void {
    board = params.length <= MAX_BOARD_LENGTH ? params : null;
    boardListener = listener;
    replaceSoon();
    return () => {
      if (boardListener !== listener) return;
      board = null;
      boardListener = null;
      replaceSoon();
    };
  },
  /** Whether the server sends the changed rows of the shown board after each change. Else they must be requested. */
  sendsRows: () => board !== null && connection?.board === board && connection.sendsRows,
  /** The changes of the last seconds, oldest first. */
  recentlyReceived: () => lately().map(({ change }) => change),
  /** Called with the changes of a notification. */
  onChange: (listener: ChangeListener) => join(changeListeners, listener),
  /** Called when changes may have been missed, for example after a reconnect. Any record may have changed. */
  onResync: (listener: ResyncListener) => join(resyncListeners, listener),
};
