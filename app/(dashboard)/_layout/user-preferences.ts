import { cache } from "react";
import { readPreferences } from "@/lib/features/preferences/commands";
import type { Preferences } from "@/lib/features/preferences/rules";
import { db } from "@/lib/platform/database/client";

/** The user's preferences, cached: one query per request. */
export const readUserPreferences = cache(
  (userId: string): Promise<Preferences> => readPreferences(db(), { userId }),
);
