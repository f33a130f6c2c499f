"use client";

import { useEffect, useEffectEvent } from "react";
import type { LiveChange } from "./events";
import { liveFeed } from "./feed";

/**
 * Calls `read` after each live change that `concerns` the component and after a reconnect. Changes within `gatherMs` are
 * read together.
 */
export function useLiveRead(read: () => void, concerns: (change: LiveChange) => boolean, gatherMs = 0): void {
  const readNow = useEffectEvent(read);
  const isConcerned = useEffectEvent(concerns);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const noted = () => {
      if (gatherMs === 0) return readNow();
      timer ??= setTimeout(() => {
        timer = null;
        readNow();
      }, gatherMs);
    };
    const leaveChanges = liveFeed.onChange((change) => {
      if (isConcerned(change)) noted();
    });
    const leaveResync = liveFeed.onResync(noted);
    return () => {
      leaveChanges();
      leaveResync();
      if (timer) clearTimeout(timer);
    };
  }, [gatherMs]);
}
