"use server";

import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { keepPreferences, preferenceChangeSchema } from "@/lib/desk-work/preferences";
import type { Preferences } from "@/lib/dispatch/preferences";
import { AppError, reasonOf } from "@/lib/errors";
import { logger } from "@/lib/log";

/** Keeps what a person chose; null once it is kept, else why it is not, in words. */
export async function keepPreferencesAction(change: Partial<Preferences>): Promise<string | null> {
  try {
    const session = await requireSession("desk");
    const read = preferenceChangeSchema.safeParse(change);
    if (!read.success) return "This choice is none the desk offers.";
    await keepPreferences(db(), session, read.data);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    logger("action").error({ cause: reasonOf(error) }, "keeping preferences failed");
    return "This choice could not be kept: try again in a few seconds.";
  }
}
