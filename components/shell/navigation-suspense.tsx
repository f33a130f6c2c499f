"use client";

import { type ReactNode, Suspense, useState, useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/**
 * Shows the fallback while a page loads that was opened from another page. A requested document is sent with the content
 * instead, because React reveals streamed content at the earliest 300 ms after the first paint.
 */
export function NavigationSuspense({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  const [isNavigation] = useState(isHydrated);
  return isNavigation ? <Suspense fallback={fallback}>{children}</Suspense> : children;
}
