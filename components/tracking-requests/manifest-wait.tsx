"use client";

import { useTicking } from "@/components/time/clock";
import { manifestWaitText } from "@/lib/features/tracking-requests/messages/manifest-wait";

/**
 * The time that a request has waited for its manifest, updated live. `since` is the request's creation time (ISO 8601).
 */
export function ManifestWait({ since }: { since: string }) {
  return <time dateTime={since}>{useTicking((now) => manifestWaitText(since, new Date(now)))}</time>;
}
