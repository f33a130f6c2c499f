"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { liveFeed } from "./live-feed";
import { concerns, type Watched } from "./watched";

/** Changes that come together are read once. */
const GATHER_MS = 250;

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
