import { KEY_IDS, type KeyId, keyOf } from "./shortcuts";

/** The handler of a key. Returns `false` if it does nothing, so that the browser handles the key. */
export type KeyHandler = (event?: KeyboardEvent) => unknown;
export type KeyHandlers = Partial<Record<KeyId, KeyHandler>>;

/** The relevant properties of a key press. */
type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

const handlers = new Map<KeyId, KeyHandler[]>();
const listeners = new Set<() => void>();
let live: readonly KeyId[] = [];

/**
 * Whether a key press matches a key of the table. A plain key matches without Ctrl, ⌘ or Alt; a "mod+" key requires
 * Ctrl or ⌘.
 */
export function isPress(press: Press, key: string): boolean {
  const parts = key.split("+");
  const name = parts.at(-1) ?? "";
  if (press.altKey || (press.ctrlKey || press.metaKey) !== parts.includes("mod")) return false;
  // "?" and "/" require Shift on some keyboards, so only the character counts. For a named key, Shift counts too.
  const counts = name.length > 1 || parts.includes("shift");
  if (counts && press.shiftKey !== parts.includes("shift")) return false;
  return press.key === name || (parts.includes("mod") && press.key.toLowerCase() === name);
}

/** Whether one of the key's handlers did something. The latest handler runs first. */
const run = (id: KeyId, event?: KeyboardEvent): boolean =>
  (handlers.get(id) ?? []).toReversed().some((handler) => handler(event) !== false);

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const typing = isTyping(event.target) || document.querySelector("dialog[open]") !== null;
  for (const id of live) {
    const { keys, inFields } = keyOf(id);
    if ((typing && !inFields) || !keys.some((key) => isPress(event, key))) continue;
    if (!run(id, event)) continue;
    event.preventDefault();
    return;
  }
}

function notify(): void {
  const before = live;
  live = KEY_IDS.filter((id) => handlers.has(id));
  if (before.length === 0 && live.length > 0) document.addEventListener("keydown", onKeyDown);
  if (before.length > 0 && live.length === 0) document.removeEventListener("keydown", onKeyDown);
  for (const listener of listeners) listener();
}

/**
 * Registers key handlers until the returned function is called. Of two handlers for one key, the later one runs first.
 */
export function listenToKeys(added: ReadonlyMap<KeyId, KeyHandler>): () => void {
  for (const [id, handler] of added) handlers.set(id, [...(handlers.get(id) ?? []), handler]);
  notify();
  return () => {
    for (const [id, handler] of added) {
      const rest = handlers.get(id)?.filter((each) => each !== handler) ?? [];
      if (rest.length > 0) handlers.set(id, rest);
      else handlers.delete(id);
    }
    notify();
  };
}

/** The shortcuts that are active on this page. */
export const liveKeys = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): readonly KeyId[] => live,
  serverSnapshot: (): readonly KeyId[] => NOTHING,
  /** Runs the action of a key, for the palette. */
  press: (id: KeyId): boolean => run(id),
};

const NOTHING: readonly KeyId[] = [];

/** Elements that handle keys themselves: text fields, open pop-ups and menus. */
const TAKES_KEYS =
  "input:not([type=checkbox]), textarea, select, dialog, [contenteditable], [role=listbox], [role=combobox], [role=dialog], [role=menu]";

/** Whether a key press on this element is text input or belongs to an open pop-up. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(TAKES_KEYS) !== null;
}
