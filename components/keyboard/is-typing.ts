/** Elements that handle keys themselves: text fields, open pop-ups and menus. */
const TAKES_KEYS =
  "input:not([type=checkbox]), textarea, select, dialog, [contenteditable], [role=listbox], [role=combobox], [role=dialog], [role=menu]";

/** Whether a key press on this element is text input or belongs to an open pop-up. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(TAKES_KEYS) !== null;
}
