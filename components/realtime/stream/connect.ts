import { buildSource, isDevelopment } from "@/lib/platform/build";
import type { FromTab, ToTab } from "./protocol";
import { runStream } from "./run-stream";

/** A tab's way to the program that has its stream. */
export type Channel = {
  send: (sent: FromTab) => void;
  close: () => void;
};
type Receive = (message: ToTab) => void;
/** Opens a way for a user's tab. Null: this browser does not have it. `onFailed`: it turned out not to work. */
export type Way = (user: string, receive: Receive, onFailed: () => void) => Channel | null;

/** One worker for all tabs. Also on plain http. */
const toSharedWorker: Way = (user, receive, onFailed) => {
  // In development a changed worker would not be loaded before all tabs are closed.
  if (typeof SharedWorker === "undefined" || isDevelopment()) return null;
  try {
    const worker = new SharedWorker(new URL("./worker.ts", import.meta.url), { name: user });
    worker.addEventListener("error", onFailed);
    worker.port.onmessage = ({ data }: MessageEvent<ToTab>) => receive(data);
    return { send: (sent) => worker.port.postMessage(sent), close: () => worker.port.close() };
  } catch {
    // A frame without an origin of its own has no workers.
    return null;
  }
};

/** Between tabs without a worker. `to`: a tab, or the one that leads. `who` requests the state of all tabs. */
type BetweenTabs =
  | { to: "leader"; from: string; sent: FromTab }
  | { to: "all"; who: true }
  | { to: string; message: ToTab };

/**
 * One leading tab for all tabs, which holds a lock. When it ends, another gets the lock. Only in secure contexts, that is
 * with https or on this machine.
 */
const toLeadingTab: Way = (user, receive) => {
  if (!("locks" in navigator) || typeof BroadcastChannel === "undefined") return null;
  const name = `drayboard.live.${buildSource()}.${user}`;
  const own = crypto.randomUUID();
  const others = new BroadcastChannel(name);
  const left = new AbortController();
  let lead: ReturnType<typeof runStream> | null = null;
  let last: FromTab | null = null;
  const send = (sent: FromTab): void => {
    if (sent.kind === "tab") last = sent;
    if (lead) lead.receive(own, sent);
    else others.postMessage({ to: "leader", from: own, sent } satisfies BetweenTabs);
  };
  others.onmessage = ({ data }: MessageEvent<BetweenTabs>) => {
    if ("message" in data && data.to === own) receive(data.message);
    else if ("sent" in data) lead?.receive(data.from, data.sent);
    else if ("who" in data && last) send(last);
  };
  const held = new Promise<void>((resolve) => left.signal.addEventListener("abort", () => resolve()));
  navigator.locks
    .request(name, { signal: left.signal }, () => {
      lead = runStream(user, (tab, message) =>
        tab === own ? receive(message) : others.postMessage({ to: tab, message } satisfies BetweenTabs),
      );
      others.postMessage({ to: "all", who: true } satisfies BetweenTabs);
      if (last) send(last);
      return held;
    })
    .catch((error: unknown) => {
      // The tab left before it was its turn.
      if (!left.signal.aborted) throw error;
    });
  return {
    send,
    close() {
      lead?.end();
      left.abort();
      others.close();
    },
  };
};

/** A stream of the tab's own: always possible. */
const alone: Way = (user, receive) => {
  const stream = runStream(user, (_, message) => receive(message));
  return { send: (sent) => stream.receive("own", sent), close: stream.end };
};

export const WAYS: readonly Way[] = [toSharedWorker, toLeadingTab, alone];
