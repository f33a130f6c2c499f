"use client";

import { useLayoutEffect } from "react";
import { type Person, personHere } from "./signed-in-user";

/** Provides the signed-in user as known to the server. */
export function PersonStart({ userId, preferences, keep }: Person) {
  const { theme, density, zones, zone } = preferences;
  useLayoutEffect(() => {
    personHere.begin({ userId, preferences: { theme, density, zones, zone }, keep });
  }, [userId, theme, density, zones, zone, keep]);
  return null;
}
