import { z } from "zod";
import { shortListSchema } from "@/lib/features/shipments/commands/edit-references";
import { AppError } from "@/lib/platform/errors";

const beforeSchema = z.array(z.string());

/** Which field of a list's form a part of the service's pointer means. */
export const LIST_FIELDS = { ref_numbers: "after", tags: "after", data: "after" };

function readBefore(form: FormData): string[] {
  try {
    return beforeSchema.parse(JSON.parse(String(form.get("before") ?? "[]")));
  } catch {
    throw new AppError("bad_input", "The list as it was could not be read. Open it again.");
  }
}

/**
 * A list as it was looked at and as somebody wants it, out of a form. Fields: `before` (JSON), `after` (one a line).
 * `problem` in words where what was typed cannot be taken.
 */
export function readListForm(form: FormData): { before: string[]; after: string[] } | { problem: string } {
  const after = shortListSchema.safeParse(String(form.get("after") ?? "").split(/\r?\n/));
  if (!after.success) return { problem: after.error.issues[0]?.message ?? "Not readable." };
  return { before: readBefore(form), after: after.data };
}
