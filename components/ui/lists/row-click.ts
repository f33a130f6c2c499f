import type { MouseEvent, PointerEvent } from "react";

/** Whether a click on a row opens it. False for a click on a control in it, or while text is selected. */
export function meansRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("a, button, input, label")) return false;
  return (window.getSelection()?.toString() ?? "") === "";
}

/** Whether a click on a link opens it in this tab, rather than in another one or as a download. */
export function opensHere(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Whether a press is probably followed by a click. A touch may also be the start of a scroll. */
export const beginsClick = (event: PointerEvent): boolean =>
  event.pointerType !== "touch" && opensHere(event);
