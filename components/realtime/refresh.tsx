"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { liveFeed } from "./feed";
import { noteShown } from "./page-versions";
import { concerns, type Watched } from "./watched-records";

/** Changes within this time are read together. */
const GATHER_MS = 250;

/**
 * Refetches the page when a live change names one of its records and after a reconnect. Also refetches once when the
 * router restored an old copy of the page, because changes were missed meanwhile.
 */
export function LiveRefresh({ watch, readAt }: { watch: Watched; readAt: string }) {
  const router = useRouter();
  const key = JSON.stringify(watch);

  useEffect(() => {
    if (noteShown(key, readAt)) router.refresh();
  }, [router, key, readAt]);

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
    // Changes received while the page was loading.
    if (liveFeed.heardLately().some((change) => concerns(watch, change))) refresh();
    return () => {
      leaveChanges();
      leaveResync();
      if (timer) clearTimeout(timer);
    };
  }, [router, key]);

  return null;
}
