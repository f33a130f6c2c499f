import type { MouseEvent } from "react";

/** Whether a click on a row opens it. False for a click on a control in it, or while text is selected. */
export function meansRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("a, button, input, label")) return false;
  return (window.getSelection()?.toString() ?? "") === "";
}
