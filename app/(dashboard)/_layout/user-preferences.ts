import { cache } from "react";
import { findSession } from "@/lib/auth/sign-in/current-session";
import { readPreferences } from "@/lib/features/preferences/commands";
import type { Preferences } from "@/lib/features/preferences/rules";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import type { Locale } from "@/lib/platform/text/locale";

/** The user's preferences, cached: one query per request. */
export const readUserPreferences = cache(
  (userId: string): Promise<Preferences> => readPreferences(db(), { userId }, config().locale),
);

/** The locale of the signed-in user's dates and times. Without a session it is the installation's. */
export async function readViewerLocale(): Promise<Locale> {
  const session = await findSession();
  return session ? (await readUserPreferences(session.userId)).locale : config().locale;
}
