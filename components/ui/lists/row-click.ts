import type { MouseEvent } from "react";

/** Whether a click on a row is to open it: not where it was meant for something in it, or marked text. */
export function meansRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("a, button, input, label")) return false;
  return (window.getSelection()?.toString() ?? "") === "";
}
