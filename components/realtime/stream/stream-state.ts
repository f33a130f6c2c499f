import type { LiveChange } from "@/components/realtime/events";
import type { LiveState, ToTab } from "./protocol";

/** A time that has passed since the loading of a document. The server sends a new reader the changes of ten seconds. */
export const REPORTED_AGAIN_MS = 8_000;
/** Changes are kept for tabs that join: that age, and the time between a page's read on the server and its display. */
export const RECENT_MS = REPORTED_AGAIN_MS + 5_000;
/** A hidden tab rests after this time. The stream is closed while all tabs rest. */
export const HIDDEN_MS = 12_000;
/** A visible tab that sends nothing for this time has ended without `leave`. Tabs send their state every ten seconds. */
const SILENT_TAB_MS = 35_000;

export type TabId = string;

/** What a resting tab has missed: `all` if more than is worth to be kept. Null: nothing. */
export type Missed = LiveChange | "all" | null;

export type Tab = {
  loadedAt: number;
  /** When the tab last sent something, epoch ms. */
  receivedAt: number;
  /** Null while the tab is visible. */
  hiddenSince: number | null;
  /** A resting tab receives nothing until it is visible again. */
  rests: boolean;
  missed: Missed;
  /** The time of the data that a tab shows after its rest. Null: as new as the stream. */
  behindSince: number | null;
  board: string | null;
  /** The board whose rows the tab gets, as it was last reported to it. */
  rows: string | null;
};

export type Connection = {
  id: number;
  /** The parameters of the boards whose rows it carries, in the order of its address. */
  boards: readonly string[];
  /** The boards that the server announced to send rows of. It does so for changes after `caught-up`. */
  announced: readonly string[];
  sendsRows: boolean;
};

/** The state of the stream for all tabs. */
export type SharedState = Pick<LiveState, "link" | "lostAt" | "status">;

/** The one stream of a browser and the tabs that it is for. Instants are epoch ms. */
export type StreamState = {
  shared: SharedState;
  tabs: ReadonlyMap<TabId, Tab>;
  connection: Connection | null;
  /** The connection that replaces `connection` as soon as it is open. */
  replacement: Connection | null;
  connections: number;
  /** The position in the feed, from the server's events. */
  position: string;
  /** The time of the last message. The shown data is as of then. Null before the first message. */
  receivedAt: number | null;
  attempts: number;
  wasOpen: boolean;
  recent: readonly { at: number; change: LiveChange }[];
  /** When a lost connection is opened again. */
  retryAt: number | null;
  /** When the connection counts as lost unless a message arrives. */
  silentAt: number | null;
  /** When the connection is replaced by one with the shown boards, and those boards. */
  replaceAt: number | null;
  plannedFor: string | null;
};

export type StreamEvent =
  | { kind: "tab"; tab: TabId; isVisible: boolean; board: string | null; ageMs: number }
  | { kind: "leave"; tab: TabId }
  | { kind: "signed-out" }
  | { kind: "opened" | "failed"; connection: number }
  | { kind: "message"; connection: number; name: string; data: string; position: string }
  /** The time of `nextDue` has come. */
  | { kind: "time" };

export type Command =
  | { kind: "open"; connection: number; after: string; boards: readonly string[] }
  | { kind: "close"; connection: number }
  | { kind: "send"; tab: TabId; message: ToTab };

export const INITIAL_STREAM: StreamState = {
  shared: { link: "connecting", lostAt: null, status: null },
  tabs: new Map(),
  connection: null,
  replacement: null,
  connections: 0,
  position: "",
  receivedAt: null,
  attempts: 0,
  wasOpen: false,
  recent: [],
  retryAt: null,
  silentAt: null,
  replaceAt: null,
  plannedFor: null,
};

/** When a tab that is not resting begins to rest, unless it sends something before. */
export const restsAt = ({ hiddenSince, receivedAt }: Tab): number =>
  hiddenSince === null ? receivedAt + SILENT_TAB_MS : hiddenSince + HIDDEN_MS;

/** The next time at which something is due, epoch ms. Null: nothing is. */
export function nextDue({ retryAt, silentAt, replaceAt, tabs }: StreamState): number | null {
  const active = [...tabs.values()].filter(({ rests }) => !rests);
  const due = [retryAt, silentAt, replaceAt, ...active.map(restsAt)].filter((at) => at !== null);
  return due.length === 0 ? null : Math.min(...due);
}
