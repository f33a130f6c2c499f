"use client";

import { useEffect, useSyncExternalStore } from "react";
import { WIDE_SCREEN_COOKIE } from "@/lib/features/board/rules/column-layout";

const NARROW = "(max-width: 767.98px)";
const WIDE = "(min-width: 1800px)";
const YEAR_S = 365 * 24 * 3600;

const subscribeTo =
  (media: string) =>
  (listener: () => void): (() => void) => {
    const query = window.matchMedia(media);
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  };
const subscribeToNarrow = subscribeTo(NARROW);
const subscribeToWide = subscribeTo(WIDE);

/** Whether the window is as narrow as a phone. Null on the server and until hydration, when the width is unknown. */
export function usePhone(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    subscribeToNarrow,
    () => window.matchMedia(NARROW).matches,
    () => null,
  );
}

/**
 * Whether the window has room for another column. `last` is what the browser reported on its last visit: the server
 * renders the page with it, so that the columns do not move when the page is ready.
 */
export function useWideScreen(last: boolean): boolean {
  const wide = useSyncExternalStore(
    subscribeToWide,
    () => window.matchMedia(WIDE).matches,
    () => last,
  );
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: Safari lacks the Cookie Store API where it is embedded
    document.cookie = `${WIDE_SCREEN_COOKIE}=${wide ? 1 : 0}; path=/board; max-age=${YEAR_S}; samesite=lax`;
  }, [wide]);
  return wide;
}
