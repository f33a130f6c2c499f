import { type LiveChange, type LiveStatus, parseChange, parseStatus } from "./live-events";

/** What the tab knows of its link to the desk's live feed. */
export type LiveState = {
  link: "connecting" | "live" | "lost";
  /** When the link broke, epoch ms; null while it stands. */
  lostAt: number | null;
  status: LiveStatus | null;
};

type ChangeListener = (change: LiveChange) => void;
type ResyncListener = () => void;

const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** A hidden tab gives its connection back: browsers allow six to one host, and a desk has many tabs. */
const HIDDEN_CLOSE_MS = 60_000;
/** A new listener of the server is told what changed so long before; below its ten seconds, for the way here. */
const TOLD_AGAIN_MS = 8_000;
/** Longer than a page takes from being read at the server to being shown. */
const LATELY_MS = 5_000;
const INITIAL: LiveState = { link: "connecting", lostAt: null, status: null };

let state: LiveState = INITIAL;
let source: EventSource | null = null;
let retry: ReturnType<typeof setTimeout> | null = null;
let hiddenTimer: ReturnType<typeof setTimeout> | null = null;
let attempts = 0;
let wasOpen = false;
let heard: { at: number; change: LiveChange }[] = [];
const stateListeners = new Set<() => void>();
const changeListeners = new Set<ChangeListener>();
const resyncListeners = new Set<ResyncListener>();

function setState(patch: Partial<LiveState>): void {
  state = { ...state, ...patch };
  for (const listener of stateListeners) listener();
}

function tellResync(): void {
  for (const listener of resyncListeners) listener();
}

function lately() {
  return heard.filter(({ at }) => Date.now() - at < LATELY_MS);
}

function close(): void {
  source?.close();
  source = null;
  if (retry) clearTimeout(retry);
  retry = null;
}

function onLost(): void {
  if (state.link !== "lost") setState({ link: "lost", lostAt: Date.now() });
  // The browser tries again by itself unless the server refused; then it is ours to try.
  if (source?.readyState !== EventSource.CLOSED) return;
  close();
  const pause = RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)];
  attempts += 1;
  retry = setTimeout(open, pause);
}

function open(): void {
  if (source) return;
  source = new EventSource("/api/live");
  source.addEventListener("open", () => {
    attempts = 0;
    setState({ link: "live", lostAt: null });
    // What changed while there was no link was not heard; at a first link, what changed too long before it.
    if (wasOpen || performance.now() > TOLD_AGAIN_MS) tellResync();
    wasOpen = true;
  });
  source.addEventListener("gap", tellResync);
  source.addEventListener("error", onLost);
  source.addEventListener("change", (event) => {
    const change = parseChange(event.data);
    if (!change) return;
    heard = [...lately(), { at: Date.now(), change }];
    for (const listener of changeListeners) listener(change);
  });
  source.addEventListener("status", (event) => {
    const status = parseStatus(event.data);
    if (status) setState({ status });
  });
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
    hiddenTimer = setTimeout(close, HIDDEN_CLOSE_MS);
  }
}

function start(): void {
  if (source || retry) return;
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", onVisibility);
  open();
}

function stopWhenUnheard(): void {
  // Between two pages nobody listens for a moment: the link is kept for the next one.
  setTimeout(() => {
    if (listening()) return;
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("pagehide", close);
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

/** The tab's one event source, shared by everything that listens; opened by the first, closed after the last. */
export const liveFeed = {
  subscribe: (listener: () => void) => join(stateListeners, listener),
  snapshot: () => state,
  serverSnapshot: () => INITIAL,
  /** What was heard in the last seconds, oldest first. */
  heardLately: () => lately().map(({ change }) => change),
  /** Called with what a notification changed. */
  onChange: (listener: ChangeListener) => join(changeListeners, listener),
  /** Called when something may have been missed, as after a break of the link: anything may have changed. */
  onResync: (listener: ResyncListener) => join(resyncListeners, listener),
};
