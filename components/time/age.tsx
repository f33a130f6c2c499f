"use client";

import { formatAge } from "@/lib/domain/time/time-format";
import { useTicking } from "./clock";

/** The same as `Age`, for use in a sentence: "4m ago", "just now". */
export function Ago({ since }: { since: string }) {
  const text = useTicking((now) => {
    const age = formatAge(since, new Date(now));
    return age === "now" ? "just now" : `${age} ago`;
  });
  return <time dateTime={since}>{text}</time>;
}

/** The time since an instant (ISO 8601), updated live: "4m". */
export function Age({ since }: { since: string }) {
  return <time dateTime={since}>{useTicking((now) => formatAge(since, new Date(now)))}</time>;
}
