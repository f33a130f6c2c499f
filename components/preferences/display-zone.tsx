"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { otherClock } from "@/lib/domain/time/display-zone";
import type { Moment } from "@/lib/domain/time/moment";
import { displayZone } from "@/lib/features/preferences/rules";
import type { Locale } from "@/lib/platform/text/locale";
import { currentUser } from "./signed-in-user";

const DisplayZone = createContext<string | null>(null);

/** Provides the display zone for the first paint. Null means that each time is shown in its location's zone. */
export function ZoneDisplay({ zone, children }: { zone: string | null; children: ReactNode }) {
  return <DisplayZone value={zone}>{children}</DisplayZone>;
}

/** A time in the other zone, for a tooltip. Used only in the browser, because it may be the browser's own zone. */
export const otherClockText = (locale: Locale, moment: Moment, zone: string | null): string =>
  otherClock(locale, moment, zone, Intl.DateTimeFormat().resolvedOptions().timeZone);

/**
 * The display zone of all times. Null means that each time is shown in its location's zone. Follows the user's choice
 * immediately.
 */
export function useDisplayZone(): string | null {
  const first = useContext(DisplayZone);
  return useSyncExternalStore(
    currentUser.subscribe,
    () => {
      const preferences = currentUser.snapshot();
      return preferences ? displayZone(preferences) : first;
    },
    () => first,
  );
}
