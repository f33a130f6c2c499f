/** The formats of dates and times that Drayboard offers: "Fri, Nov 27, 2:00 PM" and "Fri 27 Nov, 14:00". */
export const LOCALES = ["en-US", "en-GB"] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "en-US";

/** `text` if it is an offered locale, otherwise null. */
export const readLocale = (text: unknown): Locale | null => LOCALES.find((each) => each === text) ?? null;
