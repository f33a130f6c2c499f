/** What takes keys for itself: text somebody types, an open pop-up, a menu. */
const TAKES_KEYS =
  "input:not([type=checkbox]), textarea, select, dialog, [contenteditable], [role=listbox], [role=combobox], [role=dialog], [role=menu]";

/** Whether a key pressed here is text somebody types, or belongs to an open pop-up. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(TAKES_KEYS) !== null;
}
