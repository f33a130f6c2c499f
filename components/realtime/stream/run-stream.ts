import { nextStream } from "./machine";
import type { FromTab, ToTab } from "./protocol";
import { INITIAL_STREAM, nextDue, type StreamEvent, type TabId } from "./stream-state";

/** Browsers end timers of more than 24 days at once. */
const MAX_WAIT_MS = 3_600_000;

/** The events of the server with data, without the numbers of further boards. */
const NAMES = ["gap", "caught-up", "change", "status"];

function addressOf(user: string, after: string, boards: readonly string[]): string {
  const params = new URLSearchParams();
  if (user !== "") params.set("user", user);
  if (after !== "") params.set("after", after);
  for (const board of boards) params.append("board", board);
  return params.size > 0 ? `/api/live?${params}` : "/api/live";
}

/**
 * Has the one stream of a user's tabs: opens and closes its connections and passes on what the server sends. Returns what
 * takes the word of a tab, and what ends it. `user`: the id of the user that the stream is for; empty: unknown.
 */
export function runStream(
  user: string,
  send: (tab: TabId, message: ToTab) => void,
): { receive: (tab: TabId, sent: FromTab) => void; end: () => void } {
  const sources = new Map<number, EventSource>();
  let state = INITIAL_STREAM;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(connection: number, after: string, boards: readonly string[]): void {
    const source = new EventSource(addressOf(user, after, boards));
    const names = [
      ...NAMES,
      ...boards.flatMap((_, at) => [boardEvent("board-ready", at), boardEvent("board", at)]),
    ];
    for (const name of names)
      source.addEventListener(name, (event) =>
        take({
          kind: "message",
          connection,
          name,
          data: String(event.data),
          position: event.lastEventId,
        }),
      );
    source.addEventListener("open", () => take({ kind: "opened", connection }));
    source.addEventListener("error", () => take({ kind: "failed", connection }));
    sources.set(connection, source);
  }

  function take(event: StreamEvent): void {
    const next = nextStream(state, event, { now: Date.now(), random: Math.random() });
    state = next.state;
    for (const command of next.commands) {
      if (command.kind === "send") send(command.tab, command.message);
      else if (command.kind === "open") connect(command.connection, command.after, command.boards);
      else {
        sources.get(command.connection)?.close();
        sources.delete(command.connection);
      }
    }
    clearTimeout(timer);
    const due = nextDue(state);
    if (due !== null)
      timer = setTimeout(() => take({ kind: "time" }), Math.min(MAX_WAIT_MS, Math.max(0, due - Date.now())));
  }

  return {
    receive: (tab, sent) => take(sent.kind === "signed-out" ? sent : { ...sent, tab }),
    end() {
      clearTimeout(timer);
      for (const source of sources.values()) source.close();
    },
  };
}

const boardEvent = (name: string, at: number): string => (at === 0 ? name : `${name}-${at}`);
