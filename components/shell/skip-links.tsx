"use client";

import { usePathname } from "next/navigation";
import { Suspense } from "react";

const LINK =
  "sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-field focus:bg-surface focus:px-3 focus:py-2";

/** Pages that are a list of rows. */
const LISTS: readonly (string | null)[] = ["/board", "/follow-ups", "/shipments"];

/** Gives the focus to the first row of the page's list. */
function focusFirstRow(): void {
  document.querySelector<HTMLElement>("#main [data-row-index] a")?.focus();
}

function SkipToRows() {
  if (!LISTS.includes(usePathname())) return null;
  return (
    <button type="button" className={LINK} onClick={focusFirstRow}>
      Skip to first row
    </button>
  );
}

/** Links before the navigation that lead past it, shown while they have the focus. */
export function SkipLinks() {
  return (
    <>
      <a href="#main" className={LINK}>
        Skip to main content
      </a>
      <Suspense>
        <SkipToRows />
      </Suspense>
    </>
  );
}
