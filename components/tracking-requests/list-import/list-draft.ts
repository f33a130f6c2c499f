import { LIST_DRAFT, MAX_DRAFT_LENGTH } from "@/components/ui/forms/drafts";
import { REQUEST_TYPES } from "@/lib/contract/enums";
import type { ListLayout } from "@/lib/features/tracking-requests/list-import/rules/columns";
import { LIST_FIELDS, type ListField } from "@/lib/features/tracking-requests/list-import/rules/headings";

/** A list that was read but not submitted: its original text and its column layout. */
export type ListDraft = { name: string | null; text: string; layout: ListLayout | null };

const part = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

function readLayout(stored: unknown): ListLayout | null {
  const [headingRow, columns, kind] = ["headingRow", "columns", "kind"].map((name) => part(stored, name));
  if (!Array.isArray(columns)) return null;
  return {
    headingRow: typeof headingRow === "number" ? headingRow : null,
    columns: columns.map((field): ListField | null => LIST_FIELDS.find((each) => each === field) ?? null),
    kind: REQUEST_TYPES.find((type) => type === kind) ?? null,
  };
}

/** The list of this window before a reload. Null if there is none. */
export function findDraft(): ListDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(LIST_DRAFT) ?? "null");
    const [name, text] = [part(stored, "name"), part(stored, "text")];
    if (typeof text !== "string") return null;
    return { name: typeof name === "string" ? name : null, text, layout: readLayout(part(stored, "layout")) };
  } catch {
    return null;
  }
}

/**
 * Stores a list until it is submitted or discarded; null discards it. A list that is too long is stored only in the
 * page's memory.
 */
export function keepDraft(draft: ListDraft | null): void {
  try {
    if (draft === null || draft.text.length > MAX_DRAFT_LENGTH) sessionStorage.removeItem(LIST_DRAFT);
    else sessionStorage.setItem(LIST_DRAFT, JSON.stringify(draft));
  } catch {
    // Stored only in the page's memory.
  }
}
