const PREFIX = "drayboard.draft.";
const UNSAVED = "unsaved edits";
/** The list of numbers that was read and not submitted. */
export const LIST_DRAFT = "drayboard-list-draft";
/** Maximum length of a draft, so that browsers store it reliably. */
export const MAX_DRAFT_LENGTH = 2_000_000;

/** Values of a form's fields by their names. */
export type FieldTexts = Readonly<Record<string, string>>;

/** Text that was typed and not saved: the changed fields, and the values that they had before. */
type Draft = { typed: FieldTexts; before: FieldTexts };

const keyOf = (userId: string, id: string): string => `${PREFIX}${encodeURIComponent(userId)}.${id}`;

const isTexts = (value: unknown): value is FieldTexts =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((text) => typeof text === "string");

/** The draft of a user in this tab. Null if there is none. */
export function findFormDraft(userId: string, id: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, id)) ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const [typed, before] = [Reflect.get(stored, "typed"), Reflect.get(stored, "before")];
    return isTexts(typed) && isTexts(before) ? { typed, before } : null;
  } catch {
    return null;
  }
}

/** Stores a draft in this tab until it is saved, discarded, or the user signs out. Null discards it. */
export function keepFormDraft(userId: string, id: string, draft: Draft | null): void {
  try {
    const text = draft && JSON.stringify(draft);
    if (text === null || text.length > MAX_DRAFT_LENGTH) sessionStorage.removeItem(keyOf(userId, id));
    else sessionStorage.setItem(keyOf(userId, id), text);
  } catch {
    // A browser without storage keeps what is typed in the page only.
  }
}

/** The user's edits of cells in this tab that are not saved, as they were stored. */
export function findUnsavedEdits(userId: string): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, UNSAVED)) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Stores the user's edits of cells in this tab until they are saved, discarded, or the user signs out. */
export function keepUnsavedEdits(userId: string, edits: readonly object[]): void {
  try {
    if (edits.length === 0) sessionStorage.removeItem(keyOf(userId, UNSAVED));
    else sessionStorage.setItem(keyOf(userId, UNSAVED), JSON.stringify(edits));
  } catch {
    // A browser without storage keeps them in the page only.
  }
}

/** Removes the drafts in this tab, except those of `userId`. */
export function forgetFormDrafts(userId: string | null = null): void {
  try {
    if (userId === null) sessionStorage.removeItem(LIST_DRAFT);
    const own = userId === null ? null : keyOf(userId, "");
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !(own && key.startsWith(own))) sessionStorage.removeItem(key);
  } catch {
    // There are no drafts without storage.
  }
}
