import { type Preferences, readChoices } from "@/lib/features/preferences/rules";
import { copiedTheme, showTheme } from "./theme";
import { readUnkept, writeUnkept } from "./unsaved-choices";

/** Whoever sits here: their id, how they have the dashboard, and the way to keep another choice. */
export type Person = {
  userId: string;
  preferences: Preferences;
  keep: (change: Partial<Preferences>) => Promise<string | null>;
};

/** Tells the person's other windows of a choice. */
const CHANNEL = "drayboard.preferences";

const listeners = new Set<() => void>();
let person: Person | null = null;
let chosen: Partial<Preferences> = {};
let shown: Preferences | null = null;
let channel: BroadcastChannel | null = null;

function show(): void {
  shown = person && { ...person.preferences, ...chosen };
  if (shown) showTheme(shown.theme);
  for (const listener of listeners) listener();
}

function listenToOthers(): void {
  if (channel || typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "object" || data === null || Reflect.get(data, "userId") !== person?.userId) return;
    chosen = { ...chosen, ...readChoices(Reflect.get(data, "change")) };
    show();
  };
}

/** Who sits here and how they have the dashboard, for whatever is shown in this tab. A choice holds at once. */
export const personHere = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Null until the server has said who it is, and on pages of nobody. */
  snapshot: (): Preferences | null => shown,
  serverSnapshot: (): Preferences | null => null,
  userId: (): string | null => person?.userId ?? null,
  /** The server's word: what was chosen in this tab meanwhile stays. */
  begin(next: Person): void {
    if (person && person.userId !== next.userId) chosen = {};
    person = next;
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
  /** Shows a choice and has it kept; answers in words why it was not, and shows then what was before. */
  async choose(change: Partial<Preferences>): Promise<string | null> {
    const before = chosen;
    chosen = { ...chosen, ...change };
    writeUnkept({ userId: person?.userId ?? null, change: { ...readUnkept().change, ...change } });
    if (!person && change.theme) showTheme(change.theme);
    show();
    const kept = person?.keep(change).catch(() => "Drayboard does not answer: this choice is not kept.");
    const problem = (await kept) ?? null;
    if (kept) writeUnkept(null);
    if (problem === null) channel?.postMessage({ userId: person?.userId, change });
    else {
      chosen = before;
      show();
    }
    return problem;
  },
  /** The theme shown before the server has said whose dashboard this is. */
  copiedTheme,
};
