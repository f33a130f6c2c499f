"use client";

import { useTicking } from "@/components/time/clock";
import { manifestWaitWords } from "@/lib/features/tracking-requests/messages/manifest-wait";

/** How long a request waits for its manifest, growing by itself. `since` is when it was made (ISO 8601). */
export function ManifestWait({ since }: { since: string }) {
  return <time dateTime={since}>{useTicking((now) => manifestWaitWords(since, new Date(now)))}</time>;
}
