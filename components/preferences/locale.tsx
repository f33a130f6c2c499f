"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { DEFAULT_LOCALE, type Locale } from "@/lib/platform/text/locale";
import { currentUser } from "./signed-in-user";

const ShownLocale = createContext<Locale>(DEFAULT_LOCALE);

/**
 * Provides the locale of dates and times for the first paint: the installation's on every page, the user's own on the
 * pages of the dashboard.
 */
export function LocaleDisplay({ locale, children }: { locale: Locale; children: ReactNode }) {
  return <ShownLocale value={locale}>{children}</ShownLocale>;
}

/** The locale of dates and times. Follows the user's choice immediately. */
export function useLocale(): Locale {
  const first = useContext(ShownLocale);
  return useSyncExternalStore(
    currentUser.subscribe,
    () => currentUser.snapshot()?.locale ?? first,
    () => first,
  );
}
