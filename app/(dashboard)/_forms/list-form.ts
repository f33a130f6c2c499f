import { z } from "zod";
import { shortListSchema } from "@/lib/features/shipments/commands/edit-references";
import { AppError } from "@/lib/platform/errors";

const beforeSchema = z.array(z.string());

/** Maps parts of the service's error pointers to the fields of a list form. */
export const LIST_FIELDS = { ref_numbers: "after", tags: "after", data: "after" };

function readBefore(form: FormData): string[] {
  try {
    return beforeSchema.parse(JSON.parse(String(form.get("before") ?? "[]")));
  } catch {
    throw new AppError("bad_input", "Couldn’t read the previous list. Reopen it and try again.");
  }
}

/**
 * Reads a list from a form: as last seen by the user and as edited. Fields: `before` (JSON), `after` (one per line).
 * Returns `problem` with a message when the input is invalid.
 */
export function readListForm(form: FormData): { before: string[]; after: string[] } | { problem: string } {
  const after = shortListSchema.safeParse(String(form.get("after") ?? "").split(/\r?\n/));
  if (!after.success) return { problem: after.error.issues[0]?.message ?? "Invalid entry." };
  return { before: readBefore(form), after: after.data };
}
