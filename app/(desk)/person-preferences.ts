import { cache } from "react";
import { db } from "@/lib/db/client";
import { readPreferences } from "@/lib/desk-work/preferences";
import type { Preferences } from "@/lib/dispatch/preferences";

/** How a person has the desk: one query a request. */
export const readPersonPreferences = cache(
  (userId: string): Promise<Preferences> => readPreferences(db(), { userId }),
);
