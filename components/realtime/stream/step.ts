import type { LiveState, ToTab } from "./protocol";
import type { Command, SharedState, StreamState, Tab, TabId } from "./stream-state";

/** A connection is replaced by one with the shown boards when they have not changed for this time. */
const SAME_BOARDS_MS = 300;
/** A connection with a board that is no longer shown is replaced after this time. */
const NO_BOARD_MS = 5_000;
/** Longer parameters, such as a long list of numbers, do not fit an address. Their board requests its changed rows. */
const MAX_BOARDS_LENGTH = 4_000;
/** The server reads so many. */
const MAX_BOARDS = 8;

/** One step of the stream: the state that it changes, and what is to be done. */
export type Step = {
  state: StreamState;
  tabs: Map<TabId, Tab>;
  commands: Command[];
  now: number;
  random: number;
  setTab: (id: TabId, patch: Partial<Tab>) => void;
};

export function send({ commands }: Step, tab: TabId, message: ToTab): void {
  commands.push({ kind: "send", tab, message });
}

/** Sends a message to the tabs that are not resting. */
export function sendAll(step: Step, message: ToTab): void {
  for (const [id, { rests }] of step.tabs) if (!rests) send(step, id, message);
}

/** Sends a tab the state, with the age of the data that it shows. `link`: other than the stream's. */
export function sendState(step: Step, id: TabId, link: LiveState["link"] = step.state.shared.link): void {
  const { lostAt, status } = step.state.shared;
  const behindSince = step.tabs.get(id)?.behindSince ?? null;
  const since = lostAt === null || behindSince === null ? lostAt : Math.min(lostAt, behindSince);
  const laggingSince = link === "lost" || link === "live" ? null : behindSince;
  send(step, id, { kind: "state", state: { link, lostAt: since, laggingSince, status } });
}

export function updateState(step: Step, patch: Partial<SharedState>): void {
  step.state.shared = { ...step.state.shared, ...patch };
  for (const [id, { rests }] of step.tabs) if (!rests) sendState(step, id);
}

/** Reports to each tab whether the stream sends the rows of its board. */
export function syncRows(step: Step): void {
  const { connection } = step.state;
  const sent = connection?.sendsRows ? connection.announced : [];
  for (const [id, tab] of step.tabs) {
    const rows = tab.board !== null && !tab.rests && sent.includes(tab.board) ? tab.board : null;
    if (rows === tab.rows) continue;
    step.setTab(id, { rows });
    send(step, id, { kind: "rows", board: rows });
  }
}

/** The boards of the tabs that are not resting, as many as fit an address. */
function wanted({ tabs }: StreamState): string[] {
  const boards: string[] = [];
  let length = 0;
  for (const { rests, board } of tabs.values()) {
    if (rests || board === null || boards.includes(board)) continue;
    if (boards.length === MAX_BOARDS || length + board.length > MAX_BOARDS_LENGTH) continue;
    boards.push(board);
    length += board.length;
  }
  return boards;
}

/** Gives up a replacement that is not open yet. */
function drop({ state, commands }: Step): void {
  if (state.replacement) commands.push({ kind: "close", connection: state.replacement.id });
  state.replacement = null;
  state.replaceAt = null;
}

/** Plans to replace the connection when its boards are not those that are shown. It stays open until the other is. */
function renew(step: Step): void {
  const { state, now } = step;
  if (!state.connection) return;
  const boards = wanted(state);
  const carried = state.connection.boards;
  const key = JSON.stringify(boards);
  if (key === state.plannedFor) return;
  drop(step);
  state.plannedFor = key;
  if (boards.some((board) => !carried.includes(board))) state.replaceAt = now + SAME_BOARDS_MS;
  else if (carried.length > boards.length) state.replaceAt = now + NO_BOARD_MS;
}

export const plan = { wanted, drop, renew };
