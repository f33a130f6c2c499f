import { parseChange, parseStatus } from "@/components/realtime/events";
import { steadyStatus } from "@/components/realtime/stable-status";
import { plan, type Step, send, sendAll, syncRows, updateState } from "./step";
import {
  type Command,
  type Connection,
  RECENT_MS,
  REPORTED_AGAIN_MS,
  restsAt,
  type StreamEvent,
  type StreamState,
} from "./stream-state";
import { hasActive, leave, missAll, receive, rest, sendChange } from "./tabs";

const RETRY_MS = [1_500, 2_000, 5_000, 10_000, 30_000];
/** Random share by which a retry delay is shortened or lengthened, so that browsers do not retry together. */
const SPREAD = 0.4;
/** The server sends its status every three seconds. A connection without messages for this time counts as lost. */
const SILENT_MS = 12_000;
/** Time limit for establishing a connection. */
const OPENING_MS = 30_000;
/** A connection that could not be replaced stays. The replacement is tried again after this time. */
const REPLACE_AGAIN_MS = 10_000;

function connect(step: Step): Connection {
  const { state } = step;
  state.connections += 1;
  const opened: Connection = {
    id: state.connections,
    boards: plan.wanted(state),
    announced: [],
    sendsRows: false,
  };
  step.commands.push({ kind: "open", connection: opened.id, after: state.position, boards: opened.boards });
  return opened;
}

function open(step: Step): void {
  const { state } = step;
  state.retryAt = null;
  if (state.connection) return;
  state.connection = connect(step);
  state.silentAt = step.now + OPENING_MS;
}

function close(step: Step): void {
  const { state } = step;
  plan.drop(step);
  if (state.connection) step.commands.push({ kind: "close", connection: state.connection.id });
  Object.assign(state, { connection: null, retryAt: null, silentAt: null, plannedFor: null });
}

/** Closes the stream while nobody looks. */
function sleep(step: Step): void {
  if (step.state.shared.link !== "lost") updateState(step, { link: "connecting" });
  close(step);
}

function lose(step: Step): void {
  const { state, now } = step;
  const isSilent = state.receivedAt !== null && now - state.receivedAt >= SILENT_MS;
  if (state.shared.link !== "lost")
    updateState(step, { link: "lost", lostAt: state.shared.lostAt ?? (isSilent ? state.receivedAt : now) });
  close(step);
  state.attempts += 1;
  const pause = RETRY_MS[Math.min(state.attempts, RETRY_MS.length) - 1] ?? 0;
  state.retryAt = now + pause * (1 + SPREAD * (2 * step.random - 1));
}

function noteReceived({ state, now }: Step): void {
  state.receivedAt = now;
  state.silentAt = now + SILENT_MS;
}

function onOpen(step: Step): void {
  const { state, now } = step;
  noteReceived(step);
  for (const [id, { rests, behindSince }] of state.tabs)
    if (!rests) step.setTab(id, { behindSince: behindSince ?? now });
  updateState(step, { link: "catching-up" });
  // Without a position, the server sends only the changes of the last seconds. That is complete only for a new page.
  if (state.position === "")
    for (const [id, { loadedAt }] of state.tabs)
      if (state.wasOpen || now - loadedAt > REPORTED_AGAIN_MS) missAll(step, id);
  state.wasOpen = true;
}

function onOpened(step: Step, connection: number): void {
  const { state } = step;
  if (state.replacement?.id === connection) {
    if (state.connection) step.commands.push({ kind: "close", connection: state.connection.id });
    Object.assign(state, { connection: state.replacement, replacement: null, replaceAt: null });
    // It begins at the position of the stream: nothing is missed.
    if (state.shared.link === "live") noteReceived(step);
    else onOpen(step);
  } else if (state.connection?.id === connection) onOpen(step);
}

function onFailed(step: Step, connection: number): void {
  const { state } = step;
  if (state.replacement?.id === connection) {
    step.commands.push({ kind: "close", connection });
    state.replacement = null;
  } else if (state.connection?.id === connection) lose(step);
}

function replace(step: Step): void {
  const { state, now } = step;
  const { connection } = state;
  const isWaiting = !connection || state.shared.link === "lost" || state.position === "";
  plan.drop(step);
  // A lost connection is opened again with the shown boards. Without a position a replacement would cost a refetch.
  if (isWaiting) return;
  state.replacement = connect(step);
  state.replaceAt = now + REPLACE_AGAIN_MS;
}

function onCaughtUp(step: Step, connection: Connection): void {
  const { state } = step;
  state.attempts = 0;
  state.plannedFor = null;
  state.connection = { ...connection, sendsRows: true };
  // Boards that were shown while the connection was being opened.
  plan.renew(step);
  for (const [id, tab] of state.tabs) if (!tab.rests) step.setTab(id, { behindSince: null });
  syncRows(step);
  if (state.shared.link !== "live") updateState(step, { link: "live", lostAt: null });
  sendAll(step, { kind: "caught-up" });
}

/** The board that a message is about: `board` is about the first of the address, `board-1` about the next. */
function boardOf(name: string, { boards }: Connection): string | undefined {
  const [, number = "0"] = /-(\d+)$/.exec(name) ?? [];
  return boards[Number(number)];
}

function onMessage(step: Step, connection: Connection, name: string, data: string): void {
  const { state, now } = step;
  if (name === "gap") for (const id of state.tabs.keys()) missAll(step, id);
  if (name === "caught-up") onCaughtUp(step, connection);
  const board = boardOf(name, connection);
  if (name.startsWith("board-ready") && board !== undefined)
    state.connection = { ...connection, announced: [...connection.announced, board] };
  else if (/^board(?:-\d+)?$/.test(name) && board !== undefined) {
    for (const [id, tab] of state.tabs)
      if (!tab.rests && tab.board === board) send(step, id, { kind: "board", board, json: data });
  }
  const change = name === "change" ? parseChange(data) : null;
  if (change) {
    state.recent = [...state.recent.filter(({ at }) => now - at < RECENT_MS), { at: now, change }];
    sendChange(step, change);
  }
  const status = name === "status" ? parseStatus(data) : null;
  if (status) updateState(step, { status: steadyStatus(state.shared.status, status, now) });
}

function onTime(step: Step): void {
  const { state, now } = step;
  const isDue = (at: number | null) => at !== null && at <= now;
  for (const [id, tab] of state.tabs) if (!tab.rests && restsAt(tab) <= now) rest(step, id);
  if (!hasActive(state)) sleep(step);
  if (isDue(state.silentAt)) lose(step);
  if (isDue(state.retryAt)) open(step);
  if (isDue(state.replaceAt)) replace(step);
}

function take(step: Step, event: StreamEvent): void {
  const { state } = step;
  switch (event.kind) {
    case "tab": {
      const wakes = receive(step, event);
      send(step, event.tab, { kind: "here" });
      if (event.isVisible && (wakes || state.retryAt === null)) open(step);
      break;
    }
    case "leave":
      leave(step, event.tab);
      if (!hasActive(state)) sleep(step);
      break;
    case "signed-out":
      // The next session may be another user's.
      if (state.connection) lose(step);
      break;
    case "opened":
      onOpened(step, event.connection);
      break;
    case "failed":
      onFailed(step, event.connection);
      break;
    case "message":
      if (state.connection?.id !== event.connection) break;
      noteReceived(step);
      onMessage(step, state.connection, event.name, event.data);
      if (event.position !== "") state.position = event.position;
      break;
    case "time":
      onTime(step);
  }
}

/**
 * The stream after an event, and what is to be done. `random` is from 0 to 1. Pure: the clock, the connections, the tabs
 * and the one timer belong to `runStream`.
 */
export function nextStream(
  before: StreamState,
  event: StreamEvent,
  { now, random }: { now: number; random: number },
): { state: StreamState; commands: Command[] } {
  const tabs = new Map(before.tabs);
  const state = { ...before, tabs };
  const commands: Command[] = [];
  const step: Step = {
    state,
    commands,
    now,
    random,
    setTab(id, patch) {
      const tab = tabs.get(id);
      if (tab) tabs.set(id, { ...tab, ...patch });
    },
    tabs,
  };
  take(step, event);
  syncRows(step);
  plan.renew(step);
  return { state, commands };
}
