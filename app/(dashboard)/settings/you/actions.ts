"use server";

import { z } from "zod";
import { runSignedIn } from "@/lib/auth/commands/session-context";
import { changeChoiceSchema, saveChangeChoice } from "@/lib/features/board/commands/change-kinds";
import type { ChangeChoice } from "@/lib/features/board/rules/change-kinds";
import { keepPreferences, preferenceChangeSchema } from "@/lib/features/preferences/commands";
import type { Preferences } from "@/lib/features/preferences/rules";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";

/** The message of a save that failed. */
function problemOf(error: unknown): string {
  if (error instanceof z.ZodError) return "This choice is not available.";
  if (error instanceof AppError) return error.message;
  logger("action").error({ err: error }, "saving preferences failed");
  return "Couldn’t save this choice. Try again in a few seconds.";
}

/** Saves a user's preferences. Returns null on success, otherwise an error message. */
export async function keepPreferencesAction(change: Partial<Preferences>): Promise<string | null> {
  try {
    await runSignedIn(keepPreferences, () => preferenceChangeSchema.parse(change));
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** Saves which changes mark a container for the user. Returns null on success, otherwise an error message. */
export async function saveChangeChoiceAction(choice: ChangeChoice): Promise<string | null> {
  try {
    await runSignedIn(saveChangeChoice, () => changeChoiceSchema.parse(choice));
    return null;
  } catch (error) {
    return problemOf(error);
  }
}
