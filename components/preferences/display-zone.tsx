"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { otherClock } from "@/lib/domain/time/display-zone";
import type { Moment } from "@/lib/domain/time/moment";
import { shownZone } from "@/lib/features/preferences/rules";
import { personHere } from "./signed-in-user";

const ShownZone = createContext<string | null>(null);

/** Provides the display zone for the first paint. Null means that each time is shown in its location's zone. */
export function ZoneDisplay({ zone, children }: { zone: string | null; children: ReactNode }) {
  return <ShownZone value={zone}>{children}</ShownZone>;
}

/** A time in the other zone, for a tooltip. Used only in the browser, because it may be the browser's own zone. */
export const otherClockWords = (moment: Moment, zone: string | null): string =>
  otherClock(moment, zone, Intl.DateTimeFormat().resolvedOptions().timeZone);

/**
 * The display zone of all times. Null means that each time is shown in its location's zone. Follows the user's choice
 * immediately.
 */
export function useShownZone(): string | null {
  const first = useContext(ShownZone);
  return useSyncExternalStore(
    personHere.subscribe,
    () => {
      const preferences = personHere.snapshot();
      return preferences ? shownZone(preferences) : first;
    },
    () => first,
  );
}
