"use client";

import { useSyncExternalStore } from "react";
import { useShownZone } from "@/components/preferences/display-zone";
import { momentWithZone, shownMoment } from "@/lib/domain/time/display-zone";
import type { Moment } from "@/lib/domain/time/moment";

/** A moment by the clock its reader wants, the zone named: paper has no tips. */
export function PrintTime({ moment, now }: { moment: Moment; now: number }) {
  const shown = shownMoment(moment, useShownZone());
  return (
    <time suppressHydrationWarning dateTime={moment.at}>
      {momentWithZone(shown, new Date(now))}
    </time>
  );
}

const never = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When the list was read, by the clock of whoever prints it. `now` is epoch ms. */
export function PrintedAt({ now }: { now: number }) {
  const kept = useShownZone();
  const zone = useSyncExternalStore(never, browserZone, () => kept ?? "UTC");
  return (
    <span suppressHydrationWarning>as of {momentWithZone({ at: new Date(now).toISOString(), zone })}</span>
  );
}

/** Whose clock the times go by. */
export function ZoneWords() {
  return useShownZone() === null
    ? "days and times in each terminal’s zone"
    : "days at the terminal, times by your clock";
}
