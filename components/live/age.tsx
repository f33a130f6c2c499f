"use client";

import { formatAge } from "@/lib/dispatch/zone-words";
import { useTicking } from "./clock";

/** How long ago an instant (ISO 8601) was: "4 min", growing by itself. */
export function Age({ since }: { since: string }) {
  return <time dateTime={since}>{useTicking((now) => formatAge(since, new Date(now)))}</time>;
}
