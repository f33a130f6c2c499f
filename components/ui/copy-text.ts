/** Copies the text by a field that is selected for a moment. `near`: an element of the open dialog, if there is one. */
function copyBySelection(text: string, near: HTMLElement): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "fixed top-0 left-0 size-px opacity-0";
  const focused = document.activeElement;
  near.after(field);
  field.select();
  try {
    // Deprecated, but the only way on plain http, where browsers have no navigator.clipboard.
    return document.execCommand("copy");
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/**
 * Copies a text to the clipboard, also on plain http and in frames that may not use the clipboard. False if the browser
 * refuses: the user has to select it.
 */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  // Absent on plain http, whatever its type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // A frame or the user's settings may not allow it: the older way below may still be allowed.
    }
  }
  return copyBySelection(text, near);
}
