"use client";

import { useKeys } from "@/components/keyboard/use-shortcuts";

function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>("input[data-search]");
  const field = [...fields].find((each) => each.offsetParent !== null);
  field?.focus();
  field?.select();
  return field !== undefined;
}

/** `/` focuses the search field of the page. */
export function SearchShortcut() {
  useKeys({ search: focusSearch });
  return null;
}
