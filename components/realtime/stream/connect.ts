import type { FromTab, ToTab } from "./protocol";
import { runStream } from "./run-stream";

/** A tab's way to the program that has its stream. */
export type Channel = {
  say: (said: FromTab) => void;
  close: () => void;
};
type Hear = (message: ToTab) => void;
/** Opens a way for a user's tab. Null: this browser does not have it. `onFailed`: it turned out not to work. */
export type Way = (user: string, hear: Hear, onFailed: () => void) => Channel | null;

/** One worker for all tabs. Also on plain http. */
const toSharedWorker: Way = (user, hear, onFailed) => {
  // In development a changed worker would not be loaded before all tabs are closed.
  if (typeof SharedWorker === "undefined" || process.env.NODE_ENV === "development") return null;
  try {
    const worker = new SharedWorker(new URL("./worker.ts", import.meta.url), { name: user });
    worker.addEventListener("error", onFailed);
    worker.port.onmessage = ({ data }: MessageEvent<ToTab>) => hear(data);
    return { say: (said) => worker.port.postMessage(said), close: () => worker.port.close() };
  } catch {
    // A frame without an origin of its own has no workers.
    return null;
  }
};

/** Between tabs without a worker. `to`: a tab, or the one that leads. `who` asks all tabs to say how they are. */
type BetweenTabs =
  | { to: "leader"; from: string; said: FromTab }
  | { to: "all"; who: true }
  | { to: string; message: ToTab };

/**
 * One leading tab for all tabs, which holds a lock. When it ends, another gets the lock. Only in secure contexts, that is
 * with https or on this machine.
 */
const toLeadingTab: Way = (user, hear) => {
  if (!("locks" in navigator) || typeof BroadcastChannel === "undefined") return null;
  const name = `drayboard.live.${process.env.DRAYBOARD_SOURCE ?? ""}.${user}`;
  const own = crypto.randomUUID();
  const others = new BroadcastChannel(name);
  const left = new AbortController();
  let lead: ReturnType<typeof runStream> | null = null;
  let last: FromTab | null = null;
  const say = (said: FromTab): void => {
    if (said.kind === "tab") last = said;
    if (lead) lead.hear(own, said);
    else others.postMessage({ to: "leader", from: own, said } satisfies BetweenTabs);
  };
  others.onmessage = ({ data }: MessageEvent<BetweenTabs>) => {
    if ("message" in data && data.to === own) hear(data.message);
    else if ("said" in data) lead?.hear(data.from, data.said);
    else if ("who" in data && last) say(last);
  };
  const held = new Promise<void>((resolve) => left.signal.addEventListener("abort", () => resolve()));
  navigator.locks
    .request(name, { signal: left.signal }, () => {
      lead = runStream(user, (tab, message) =>
        tab === own ? hear(message) : others.postMessage({ to: tab, message } satisfies BetweenTabs),
      );
      others.postMessage({ to: "all", who: true } satisfies BetweenTabs);
      if (last) say(last);
      return held;
    })
    .catch((error: unknown) => {
      // The tab left before it was its turn.
      if (!left.signal.aborted) throw error;
    });
  return {
    say,
    close() {
      lead?.end();
      left.abort();
      others.close();
    },
  };
};

/** A stream of the tab's own: always possible. */
const alone: Way = (user, hear) => {
  const stream = runStream(user, (_, message) => hear(message));
  return { say: (said) => stream.hear("own", said), close: stream.end };
};

export const WAYS: readonly Way[] = [toSharedWorker, toLeadingTab, alone];
