"use client";

import { formatAge } from "@/lib/domain/time/time-format";
import { useTicking } from "./clock";

/** "4 min ago", "just now": as `Age`, to stand in a sentence. */
export function Ago({ since }: { since: string }) {
  const words = useTicking((now) => {
    const age = formatAge(since, new Date(now));
    return age === "now" ? "just now" : `${age} ago`;
  });
  return <time dateTime={since}>{words}</time>;
}

/** How long ago an instant (ISO 8601) was: "4 min", growing by itself. */
export function Age({ since }: { since: string }) {
  return <time dateTime={since}>{useTicking((now) => formatAge(since, new Date(now)))}</time>;
}
