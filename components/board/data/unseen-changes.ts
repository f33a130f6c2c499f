import type { RowChanges } from "@/components/board/page-data";
import { sendLastSeen } from "./requests";

/** A row that is on the screen for this time counts as seen. */
const SEEN_AFTER_MS = 2_000;
/** The marks of a seen row remain for this time, so that the user can find them. */
const FADE_AFTER_MS = 8_000;
/** Seen rows are reported together after this time. */
const GATHER_MS = 1_000;
const SEEN_AT_ONCE = 200;

const marks = new Map<string, RowChanges>();
const onScreen = new Map<string, ReturnType<typeof setTimeout>>();
const fading = new Map<string, ReturnType<typeof setTimeout>>();
const waiting = new Map<string, string>();
/** The time until which each row was seen in this tab. Older copies of a row contain no unseen changes. */
const seen = new Map<string, string>();
const listeners = new Set<() => void>();
let gather: ReturnType<typeof setTimeout> | null = null;
let keeping = false;
let version = 0;

function notify(): void {
  version += 1;
  for (const listener of listeners) listener();
}

function clear(timers: Map<string, ReturnType<typeof setTimeout>>, id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

function send(): void {
  if (gather) clearTimeout(gather);
  gather = null;
  const looks = [...waiting].map(([id, at]) => ({ id, at }));
  waiting.clear();
  for (let from = 0; from < looks.length; from += SEEN_AT_ONCE)
    // A row that could not be reported stays unseen and is reported the next time it is seen.
    sendLastSeen(looks.slice(from, from + SEEN_AT_ONCE)).catch(() => undefined);
}

function note(id: string): void {
  const changes = marks.get(id);
  if (!changes) return;
  waiting.set(id, changes.at);
  seen.set(id, changes.at);
  gather ??= setTimeout(send, GATHER_MS);
}

/** The cells that changed since the user last saw the row, by row, until the row is seen again. */
export const boardChanges = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  of: (id: string): RowChanges | undefined => marks.get(id),

  /** Another number after each change of the marks. 0 before the first. */
  version: (): number => version,

  /** Adds the unseen changes of newly read rows. Existing marks remain until they fade. */
  take(changes: Readonly<Record<string, RowChanges>>): void {
    let changed = false;
    for (const [id, fresh] of Object.entries(changes)) {
      const known = marks.get(id);
      if (known?.at === fresh.at) continue;
      if ((seen.get(id) ?? "") >= fresh.at) continue;
      const columns = known ? [...new Set([...known.columns, ...fresh.columns])] : fresh.columns;
      const since = known && known.since < fresh.since ? known.since : fresh.since;
      marks.set(id, { at: fresh.at, since, columns });
      clear(fading, id);
      changed = true;
      if (onScreen.has(id)) {
        boardChanges.left(id);
        boardChanges.shown(id);
      }
    }
    if (changed) notify();
  },

  /** While true, rows on the screen do not count as seen, because the user is reviewing the changes. */
  keep(stored: boolean): void {
    keeping = stored;
  },

  /** Called when a marked row appears on the screen of a visible page. */
  shown(id: string): void {
    if (keeping || onScreen.has(id) || !marks.has(id)) return;
    onScreen.set(
      id,
      setTimeout(() => {
        note(id);
        clear(fading, id);
        fading.set(
          id,
          setTimeout(() => {
            fading.delete(id);
            marks.delete(id);
            notify();
          }, FADE_AFTER_MS),
        );
      }, SEEN_AFTER_MS),
    );
  },

  left(id: string): void {
    clear(onScreen, id);
  },

  /** Called when the row is opened. It counts as seen immediately. */
  opened(id: string): void {
    if (!marks.has(id)) return;
    note(id);
    send();
    clear(fading, id);
    marks.delete(id);
    notify();
  },

  /** Shows the unseen changes of rows that are read from now on, also of rows that were seen in this tab. */
  remember(): void {
    seen.clear();
  },

  /** Marks all rows as seen. */
  forget(): void {
    waiting.clear();
    for (const [id, { at }] of marks) seen.set(id, at);
    for (const id of [...fading.keys()]) clear(fading, id);
    marks.clear();
    notify();
  },
};
