import { type LiveChange, parseChange, parseStatus } from "./events";
import { type ShownStatus, steadyStatus } from "./stable-status";

/** What the tab knows of its link to the dashboard's live feed. */
export type LiveState = {
  /** `catching-up`: the link stands, what was missed is on its way. */
  link: "connecting" | "catching-up" | "live" | "lost";
  /** When the link broke, epoch ms; null while it stands. */
  lostAt: number | null;
  /** Since when what was missed is on its way, epoch ms; null when nothing is. */
  behindSince: number | null;
  status: ShownStatus | null;
};

type ChangeListener = (change: LiveChange) => void;
/** Reads anew what is shown; a promise resolves when that is done. */
type ResyncListener = () => unknown;

const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** The pauses of many tabs are spread over this share of their length to each side. */
const SPREAD = 0.4;
/** The server says how things stand every three seconds; a link that stands and says nothing for so long is none. */
const SILENT_MS = 12_000;
/** A connection may take so long to be made. */
const OPENING_MS = 30_000;
/** A hidden tab gives its connection back: browsers allow six to one host, and a dashboard has many tabs. */
const HIDDEN_CLOSE_MS = 60_000;
/** A new listener of the server is notified what changed so long before; below its ten seconds, for the way here. */
const REPORTED_AGAIN_MS = 8_000;
/** Longer than a page takes from being read at the server to being shown. */
const LATELY_MS = 5_000;
const INITIAL: LiveState = { link: "connecting", lostAt: null, behindSince: null, status: null };

let state: LiveState = INITIAL;
let source: EventSource | null = null;
let retry: ReturnType<typeof setTimeout> | null = null;
let hiddenTimer: ReturnType<typeof setTimeout> | null = null;
let silence: ReturnType<typeof setTimeout> | null = null;
/** When anything was last heard, epoch ms: what is shown is as of then. Null before the first time. */
let heardAt: number | null = null;
let attempts = 0;
let wasOpen = false;
/** Where the feed had come to in this tab, as the server's events say. */
let position = "";
/** What was asked to be read anew and has not been yet. */
let rereading: Promise<unknown> = Promise.resolve();
let heard: { at: number; change: LiveChange }[] = [];
const stateListeners = new Set<() => void>();
const changeListeners = new Set<ChangeListener>();
const resyncListeners = new Set<ResyncListener>();

function setState(patch: Partial<LiveState>): void {
  state = { ...state, ...patch };
  for (const listener of stateListeners) listener();
}

function tellResync(): void {
  rereading = Promise.allSettled([rereading, ...[...resyncListeners].map((listener) => listener())]);
}

function lately() {
  return heard.filter(({ at }) => Date.now() - at < LATELY_MS);
}

function close(): void {
  source?.close();
  source = null;
  for (const timer of [retry, silence]) if (timer) clearTimeout(timer);
  [retry, silence] = [null, null];
}

/** Gives the connection back; until it is had again what is shown is as of now. */
function rest(): void {
  if (source && state.link === "live") setState({ link: "connecting", behindSince: heardAt });
  close();
}

/** Nobody says that a link is dead whose other end is gone without a word. */
function expectWithin(ms: number): void {
  if (silence) clearTimeout(silence);
  silence = setTimeout(() => {
    source?.close();
    onLost();
  }, ms);
}

function onHeard(): void {
  heardAt = Date.now();
  expectWithin(SILENT_MS);
}

/** As of when is what is shown, on a link that was found broken now. */
function brokenAt(): number {
  const now = Date.now();
  return heardAt !== null && now - heardAt >= SILENT_MS ? heardAt : now;
}

function onLost(): void {
  if (state.link !== "lost")
    setState({ link: "lost", lostAt: state.lostAt ?? state.behindSince ?? brokenAt(), behindSince: null });
  // The browser tries once more by itself, when the server said. Refused or in vain, it is ours to try, ever later.
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
  onHeard();
  setState({ link: "catching-up", behindSince: state.behindSince ?? Date.now() });
  // Without a position the server tells what changed a moment ago; that is all only for a page that is new.
  if (position === "" && (wasOpen || performance.now() > REPORTED_AGAIN_MS)) tellResync();
  wasOpen = true;
}

async function onCaughtUp(): Promise<void> {
  attempts = 0;
  const from = source;
  await rereading;
  if (source === from && state.link === "catching-up")
    setState({ link: "live", lostAt: null, behindSince: null });
}

function open(): void {
  retry = null;
  if (source) return;
  const opened = new EventSource(position === "" ? "/api/live" : `/api/live?after=${position}`);
  source = opened;
  expectWithin(OPENING_MS);
  const on = (name: string, hear: (data: unknown) => void) =>
    opened.addEventListener(name, (event) => {
      if (source !== opened) return;
      onHeard();
      hear(event.data);
      if (event.lastEventId !== "") position = event.lastEventId;
    });
  opened.addEventListener("open", () => source === opened && onOpen());
  opened.addEventListener("error", () => source === opened && onLost());
  on("gap", tellResync);
  on("caught-up", () => void onCaughtUp());
  on("change", (data) => {
    const change = parseChange(data);
    if (!change) return;
    heard = [...lately(), { at: Date.now(), change }];
    for (const listener of changeListeners) listener(change);
  });
  on("status", (data) => {
    const status = parseStatus(data);
    if (status) setState({ status: steadyStatus(state.status, status, Date.now()) });
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
  // Between two pages nobody listens for a moment: the link is kept for the next one.
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
