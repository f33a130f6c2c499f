"use server";

import { requireSession } from "@/lib/auth/sign-in/current-session";
import { keepPreferences, preferenceChangeSchema } from "@/lib/features/preferences/commands";
import type { Preferences } from "@/lib/features/preferences/rules";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";

/** Saves a user's preferences. Returns null on success, otherwise an error message. */
export async function keepPreferencesAction(change: Partial<Preferences>): Promise<string | null> {
  try {
    const session = await requireSession("dashboard");
    const read = preferenceChangeSchema.safeParse(change);
    if (!read.success) return "This choice is not available.";
    await keepPreferences(db(), session, read.data);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    logger("action").error({ err: error }, "saving preferences failed");
    return "Couldn’t save this choice. Try again in a few seconds.";
  }
}
