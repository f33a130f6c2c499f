"use client";

import { useSyncExternalStore } from "react";

const NARROW = "(max-width: 767.98px)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the window is as narrow as a phone. Null on the server and until hydration, when the width is unknown. */
export function usePhone(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    subscribe,
    () => window.matchMedia(NARROW).matches,
    () => null,
  );
}
