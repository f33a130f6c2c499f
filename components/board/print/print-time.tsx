"use client";

import { useSyncExternalStore } from "react";
import { useDisplayZone } from "@/components/preferences/display-zone";
import { useLocale } from "@/components/preferences/locale";
import { displayMoment, momentWithZone } from "@/lib/domain/time/display-zone";
import type { Moment } from "@/lib/domain/time/moment";

/** A time in the user's display zone with the zone's name, because paper has no tooltips. */
export function PrintTime({ moment, now }: { moment: Moment; now: number }) {
  const shown = displayMoment(moment, useDisplayZone());
  const locale = useLocale();
  return (
    <time suppressHydrationWarning dateTime={moment.at}>
      {momentWithZone(locale, shown, new Date(now))}
    </time>
  );
}

const never = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time when the list was read, in the user's display zone. `now` is epoch ms. */
export function PrintedAt({ now }: { now: number }) {
  const stored = useDisplayZone();
  const locale = useLocale();
  const zone = useSyncExternalStore(never, browserZone, () => stored ?? "UTC");
  return (
    <span suppressHydrationWarning>
      as of {momentWithZone(locale, { at: new Date(now).toISOString(), zone })}
    </span>
  );
}

/** Names the display zone of the times. */
export function ZoneText() {
  return useDisplayZone() === null
    ? "dates and times in each terminal’s time zone"
    : "dates at the terminal, times in your time zone";
}
