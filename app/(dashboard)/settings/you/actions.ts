"use server";

import { z } from "zod";
import { runSignedIn } from "@/lib/auth/commands/session-context";
import { keepPreferences, preferenceChangeSchema } from "@/lib/features/preferences/commands";
import type { Preferences } from "@/lib/features/preferences/rules";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";

/** Saves a user's preferences. Returns null on success, otherwise an error message. */
export async function keepPreferencesAction(change: Partial<Preferences>): Promise<string | null> {
  try {
    await runSignedIn(keepPreferences, () => preferenceChangeSchema.parse(change));
    return null;
  } catch (error) {
    if (error instanceof z.ZodError) return "This choice is not available.";
    if (error instanceof AppError) return error.message;
    logger("action").error({ err: error }, "saving preferences failed");
    return "Couldn’t save this choice. Try again in a few seconds.";
  }
}
