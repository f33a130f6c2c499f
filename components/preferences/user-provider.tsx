"use client";

import { useLayoutEffect } from "react";
import { currentUser, type SignedInUser } from "./signed-in-user";

/** Provides the signed-in user as known to the server. */
export function SignedInUserStart({ userId, preferences, keep }: SignedInUser) {
  const { theme, density, zones, zone, locale } = preferences;
  useLayoutEffect(() => {
    currentUser.begin({ userId, preferences: { theme, density, zones, zone, locale }, keep });
  }, [userId, theme, density, zones, zone, locale, keep]);
  return null;
}
