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

/** Called with the messages of a board, as JSON of unknown shape. */
type BoardListener = (message: unknown) => void;
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
 * Time after which a hidden tab disconnects. Nobody reads it, and it catches up when it is shown. Browsers allow six
 * connections per host, and users have many tabs of the dashboard.
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
/** Longer parameters, such as a long list of numbers, do not fit an address. Their board requests its changed rows. */
const MAX_BOARD_LENGTH = 4_000;
const INITIAL: LiveState = { link: "connecting", lostAt: null, laggingSince: null, status: null };

let state: LiveState = INITIAL;
let source: EventSource | null = null;
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
/** The board of the connection, and whether the server sends its rows. */
let connected: { board: string | null; isReady: boolean } = { board: null, isReady: false };
/** Whether the connection replaces one that had received everything. */
let replacing = false;
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
  source?.close();
  source = null;
  replacing = false;
  for (const timer of [retry, silence]) if (timer) clearTimeout(timer);
  [retry, silence] = [null, null];
}

/** Disconnects. Until the next connection, the shown data is as of now. */
function rest(): void {
  if (source && state.link === "live") setState({ link: "connecting", laggingSince: receivedAt });
  close();
}

/** A connection whose other end disappears without closing it raises no error, so a timeout is required. */
function expectWithin(ms: number): void {
  if (silence) clearTimeout(silence);
  silence = setTimeout(() => {
    source?.close();
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
  replacing = false;
  connected.isReady = false;
  if (state.link !== "lost")
    setState({ link: "lost", lostAt: state.lostAt ?? state.laggingSince ?? brokenAt(), laggingSince: null });
  // The browser retries once by itself, after the delay set by the server. After a rejection or a failed retry, this
  // code retries with increasing delays.
  attempts += 1;
  if (attempts === 1 && source?.readyState !== EventSource.CLOSED) {
    expectWithin(OPENING_MS);
    return;
  }
  close();
  const pause = RETRY_MS[Math.min(attempts, RETRY_MS.length) - 1] ?? 0;
  retry = setTimeout(open, pause * (1 + SPREAD * (2 * Math.random() - 1)));
}

function onOpen(): void {
  onEvent();
  if (replacing) return;
  setState({ link: "catching-up", laggingSince: state.laggingSince ?? Date.now() });
  // Without a position, the server sends only the changes of the last seconds. That is complete only for a new page.
  if (position === "" && (wasOpen || performance.now() > REPORTED_AGAIN_MS)) reportResync();
  wasOpen = true;
}

async function onCaughtUp(): Promise<void> {
  attempts = 0;
  replacing = false;
  replaceSoon();
  const from = source;
  await rereading;
  if (source === from && state.link === "catching-up")
    setState({ link: "live", lostAt: null, laggingSince: null });
}

function open(): void {
  retry = null;
  if (source) return;
  const params = new URLSearchParams();
  if (position !== "") params.set("after", position);
  if (board !== null) params.set("board", board);
  const opened = new EventSource(params.size > 0 ? `/api/live?${params}` : "/api/live");
  source = opened;
  connected = { board, isReady: false };
  let isReady = false;
  expectWithin(replacing ? SILENT_MS : OPENING_MS);
  const on = (name: string, hear: (data: unknown) => void) =>
    opened.addEventListener(name, (event) => {
      if (source !== opened) return;
      onEvent();
      hear(event.data);
      if (event.lastEventId !== "") position = event.lastEventId;
    });
  opened.addEventListener("open", () => source === opened && onOpen());
  opened.addEventListener("error", () => source === opened && onLost());
  on("gap", reportResync);
  on("caught-up", () => {
    // Rows are sent only for changes after this event.
    connected.isReady = isReady;
    void onCaughtUp();
  });
  on("board-ready", () => {
    isReady = true;
  });
  on("board", (data) => {
    if (connected.board === board) boardListener?.(JSON.parse(String(data)));
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
}

/** Replaces the connection by one with the shown board. The position of the tab bridges the time between them. */
function replaceSoon(): void {
  if (replaceTimer) clearTimeout(replaceTimer);
  replaceTimer = null;
  if (connected.board === board) return;
  const replace = () => {
    replaceTimer = null;
    // Another connection begins with the shown board by itself, and a missing position would cost a refetch.
    if (!source || state.link !== "live" || position === "" || connected.board === board) return;
    close();
    replacing = true;
    open();
  };
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
  if (source || retry) return;
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
  sendsRows: () => board !== null && connected.board === board && connected.isReady,
  /** The changes of the last seconds, oldest first. */
  recentlyReceived: () => lately().map(({ change }) => change),
  /** Called with the changes of a notification. */
  onChange: (listener: ChangeListener) => join(changeListeners, listener),
  /** Called when changes may have been missed, for example after a reconnect. Any record may have changed. */
  onResync: (listener: ResyncListener) => join(resyncListeners, listener),
};
