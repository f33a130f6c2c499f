"use client";

import { useSyncExternalStore } from "react";
import { useTicking } from "@/components/time/clock";
import { classNames } from "@/components/ui/class-names";
import { joined } from "@/lib/platform/text/bidi";
import { liveFeed } from "./feed";
import { type LiveText, liveText } from "./status-text";

const DOTS: Record<LiveText["tone"], string> = {
  go: "bg-go",
  soon: "bg-soon",
  late: "bg-late",
  quiet: "bg-ink-3",
};

/** The status line on every page: whether it is live, since when not, and the maximum age of the shown data. */
export function LiveLine() {
  const state = useSyncExternalStore(liveFeed.subscribe, liveFeed.snapshot, liveFeed.serverSnapshot);
  const { tone, headline, details } = useTicking((now) => liveText(state, now));

  return (
    <p className="flex min-w-0 items-center gap-1.5 text-note text-ink-2" data-live={state.link}>
      <span aria-hidden className={classNames("size-[7px] shrink-0 rounded-full", DOTS[tone])} />
      <span className="truncate" title={joined([headline, ...details])}>
        {headline}
        {details.length > 0 && <span className="text-ink-3 max-lg:hidden"> · {joined(details)}</span>}
      </span>
    </p>
  );
}
