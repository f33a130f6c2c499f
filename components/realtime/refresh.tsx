"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { noteDisplayed } from "./page-versions";
import { followRecords, type Watched } from "./watched-records";

/**
 * Refetches the page when a live change names one of its records and after a reconnect. Also refetches once when the
 * router restored an old copy of the page, because changes were missed meanwhile. `restMs`: the minimum time between two
 * refetches.
 */
export function LiveRefresh({
  watch,
  readAt,
  restMs = 0,
}: {
  watch: Watched;
  readAt: string;
  restMs?: number;
}) {
  const router = useRouter();
  const key = JSON.stringify(watch);

  useEffect(() => {
    if (noteDisplayed(key, readAt)) router.refresh();
  }, [router, key, readAt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `watch` is a new object at every render, `key` its value
  useEffect(() => followRecords(watch, () => router.refresh(), { restMs }), [router, key, restMs]);

  return null;
}
