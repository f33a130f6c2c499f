"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { LiveChange } from "./live-events";
import { liveFeed } from "./live-feed";

/** What a page shows: it is read again when one of these changes. `"any"` stands for every record of the kind. */
export type Watched = {
  containers?: readonly string[] | "any";
  shipments?: readonly string[] | "any";
  requests?: readonly string[] | "any";
  parties?: boolean;
};

/** Changes that come together are read once. */
const GATHER_MS = 250;

function names(watched: readonly string[] | "any" | undefined, changed: readonly string[]): boolean {
  if (!watched || changed.length === 0) return false;
  return watched === "any" || changed.some((id) => watched.includes(id));
}

/** Whether a change is about what is watched. */
export function concerns(watched: Watched, change: LiveChange): boolean {
  return (
    names(watched.containers, change.containers) ||
    names(watched.shipments, change.shipments) ||
    names(watched.requests, change.requests) ||
    (watched.parties === true && change.parties)
  );
}

/** Reads the page again when a live change names one of its records, or when a broken link stands again. */
export function LiveRefresh({ watch }: { watch: Watched }) {
  const router = useRouter();
  const key = JSON.stringify(watch);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `watch` is a new object at every render, `key` its value
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = null;
        router.refresh();
      }, GATHER_MS);
    };
    const leaveChanges = liveFeed.onChange((change) => concerns(watch, change) && refresh());
    const leaveResync = liveFeed.onResync(refresh);
    return () => {
      leaveChanges();
      leaveResync();
      if (timer) clearTimeout(timer);
    };
  }, [router, key]);

  return null;
}
