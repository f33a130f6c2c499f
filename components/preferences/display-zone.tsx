"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { otherClock } from "@/lib/domain/time/display-zone";
import type { Moment } from "@/lib/domain/time/moment";
import { shownZone } from "@/lib/features/preferences/rules";
import { personHere } from "./signed-in-user";

const ShownZone = createContext<string | null>(null);

/** Says, for the first paint, which zone times are shown in; null: each in its place's. */
export function ZoneDisplay({ zone, children }: { zone: string | null; children: ReactNode }) {
  return <ShownZone value={zone}>{children}</ShownZone>;
}

/** A moment by the clock that is not shown, for a tip: asked in the browser alone, whose own clock it may be. */
export const otherClockWords = (moment: Moment, zone: string | null): string =>
  otherClock(moment, zone, Intl.DateTimeFormat().resolvedOptions().timeZone);

/** The zone that every time is shown in; null: each in its place's. Follows the person's choice at once. */
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
