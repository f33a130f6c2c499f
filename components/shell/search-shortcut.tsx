"use client";

import { useEffect } from "react";

/** Whether a key pressed here is text somebody types, or belongs to an open pop-up. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest("input, textarea, select, [role=listbox], [role=dialog]") !== null)
  );
}

/** `/` goes to the search that is on the page. */
export function SearchShortcut() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const fields = document.querySelectorAll<HTMLInputElement>("input[data-search]");
      const field = [...fields].find((each) => each.offsetParent !== null);
      if (!field) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return null;
}
