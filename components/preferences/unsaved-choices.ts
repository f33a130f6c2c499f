import { type Preferences, readChoices } from "@/lib/features/preferences/rules";

const KEY = "drayboard.unkept";

/** Choices made in this tab of which the server has not said yet that they are kept; `userId` null: made before it named who sits here. */
export type Unkept = { userId: string | null; change: Partial<Preferences> };

const NONE: Unkept = { userId: null, change: {} };

/** What a reload, or leaving for another page, may have come before. */
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
    // A browser that keeps nothing sends each choice once.
  }
}
