import { type Preferences, readChoices } from "@/lib/features/preferences/rules";

const KEY = "drayboard.unkept";

/**
 * Choices made in this tab whose save the server has not confirmed. `userId` is null if made before the server named
 * the user.
 */
export type Unkept = { userId: string | null; change: Partial<Preferences> };

const NONE: Unkept = { userId: null, change: {} };

/** Choices whose save may have been interrupted by a reload or by leaving the page. */
export function readUnkept(): Unkept {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return NONE;
    const userId = Reflect.get(stored, "userId");
    return {
      userId: typeof userId === "string" ? userId : null,
      change: readChoices(Reflect.get(stored, "change")),
    };
  } catch {
    return NONE;
  }
}

export function writeUnkept(unkept: Unkept | null): void {
  try {
    if (unkept === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(unkept));
  } catch {
    // A browser without storage sends each choice once.
  }
}
