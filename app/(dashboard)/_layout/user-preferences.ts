import { cache } from "react";
import { readPreferences } from "@/lib/features/preferences/commands";
import type { Preferences } from "@/lib/features/preferences/rules";
import { db } from "@/lib/platform/database/client";

/** How a person has the dashboard: one query a request. */
export const readPersonPreferences = cache(
  (userId: string): Promise<Preferences> => readPreferences(db(), { userId }),
);
