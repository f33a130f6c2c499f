import { forgetFormDrafts } from "@/components/ui/forms/drafts";
import { type Preferences, readChoices } from "@/lib/features/preferences/rules";
import { copiedTheme, showTheme } from "./theme";
import { readUnkept, writeUnkept } from "./unsaved-choices";

/** The signed-in user: id, preferences and a function to save a change. */
export type SignedInUser = {
  userId: string;
  preferences: Preferences;
  keep: (change: Partial<Preferences>) => Promise<string | null>;
};

/**
 * Wait after a save that got no answer. A browser that reloads or leaves the page aborts the request first: the page
 * ends within this wait, the choice stays in the tab's storage, and the next page saves it.
 */
const NO_RESPONSE_WAIT_MS = 1_000;

/** Sends a choice to the user's other windows. */
const CHANNEL = "drayboard.preferences";

const listeners = new Set<() => void>();
const endListeners = new Set<() => void>();
let user: SignedInUser | null = null;
let chosen: Partial<Preferences> = {};
let shown: Preferences | null = null;
let channel: BroadcastChannel | null = null;

function show(): void {
  shown = user && { ...user.preferences, ...chosen };
  if (shown) showTheme(shown.theme);
  for (const listener of listeners) listener();
}

function listenToOthers(): void {
  if (channel || typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "object" || data === null || Reflect.get(data, "userId") !== user?.userId) return;
    if (Reflect.get(data, "ended") === true) {
      forgetFormDrafts();
      for (const forget of endListeners) forget();
      return;
    }
    chosen = { ...chosen, ...readChoices(Reflect.get(data, "change")) };
    show();
  };
}

/** The signed-in user and their preferences, for all components in this tab. A choice applies immediately. */
export const currentUser = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Null until the server has named the user, and on pages without a user. */
  snapshot: (): Preferences | null => shown,
  serverSnapshot: (): Preferences | null => null,
  userId: (): string | null => user?.userId ?? null,
  /** Calls `forget` when the user has signed out in another tab. */
  onEnded(forget: () => void): void {
    endListeners.add(forget);
  },
  /** Applies the server's preferences. Choices made in this tab meanwhile remain. */
  begin(next: SignedInUser): void {
    forgetFormDrafts(next.userId);
    if (user && user.userId !== next.userId) chosen = {};
    user = next;
    listenToOthers();
    const { userId, change } = readUnkept();
    const own = userId === null || userId === next.userId;
    if (!own) writeUnkept(null);
    else if (Object.keys(change).length > 0) {
      chosen = { ...change, ...chosen };
      void next.keep(change).then(
        () => writeUnkept(null),
        () => undefined,
      );
    }
    show();
  },
  /** Applies and saves a choice. If the save fails, returns the error message and restores the previous value. */
  async choose(change: Partial<Preferences>): Promise<string | null> {
    const before = chosen;
    chosen = { ...chosen, ...change };
    writeUnkept({ userId: user?.userId ?? null, change: { ...readUnkept().change, ...change } });
    if (!user && change.theme) showTheme(change.theme);
    show();
    const save = user?.keep(change).catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, NO_RESPONSE_WAIT_MS));
      return "Drayboard is not responding. This choice was not saved.";
    });
    const problem = (await save) ?? null;
    if (save) writeUnkept(null);
    if (problem === null) channel?.postMessage({ userId: user?.userId, change });
    else {
      chosen = before;
      show();
    }
    return problem;
  },
  /** Removes what this browser keeps of the user's unsaved text, in all tabs. Call it before the session ends. */
  end(): void {
    forgetFormDrafts();
    channel?.postMessage({ userId: user?.userId, ended: true });
  },
  /** The theme shown before the server has named the user. */
  copiedTheme,
};
