"use client";

import { formatCountdown } from "@/lib/domain/time/time-format";
import { useTicking } from "./clock";

/** The time until an instant (ISO 8601), updated live: "in 12s", "in 5h 12m", "now". */
export function TimeLeft({ until }: { until: string }) {
  const text = useTicking((now) => {
    const ms = Date.parse(until) - now;
    if (ms <= 0) return "now";
    return ms < 60_000 ? `in ${Math.ceil(ms / 1_000)}s` : `in ${formatCountdown(ms)}`;
  });
  return <time dateTime={until}>{text}</time>;
}
