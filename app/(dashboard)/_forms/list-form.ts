import { z } from "zod";
import type { FormAction } from "@/components/ui/forms/form-state";
import {
  editList,
  findList,
  LIST_NAMES,
  shortListSchema,
} from "@/lib/features/shipments/commands/edit-references";
import { AppError } from "@/lib/platform/errors";
import { FieldProblems, formAction, textOf } from "./form-action";
import { formDone } from "./form-done";

const beforeSchema = z.array(z.string());
const listSchema = z.enum(LIST_NAMES);

/** Maps parts of the service's error pointers to the fields of a list form. */
const LIST_FIELDS = { ref_numbers: "after", tags: "after", data: "after" };

function readBefore(form: FormData): string[] {
  try {
    return beforeSchema.parse(JSON.parse(String(form.get("before") ?? "[]")));
  } catch {
    throw new AppError("bad_input", "Couldn’t read the previous list. Reopen it and try again.");
  }
}

/**
 * Makes the action of a form that replaces a list of the record that `recordOf` reads. Fields: `list`, `before` (JSON, as
 * last seen by the user), `after` (one per line), and those of the record.
 */
export function listForm(
  recordOf: (form: FormData) => { type: "container" | "shipment"; id: string },
): FormAction {
  return formAction(editList, {
    read: (form) => {
      const on = recordOf(form);
      const list = listSchema.parse(form.get("list"));
      const after = shortListSchema.safeParse(textOf(form, "after").split(/\r?\n/));
      if (!after.success)
        return new FieldProblems({ after: after.error.issues[0]?.message ?? "Invalid entry." });
      return { on, list, before: readBefore(form), after: after.data };
    },
    done: (shown) => formDone("Saved to the tracking service.", shown),
    fields: LIST_FIELDS,
    current: async (form, { db }) => ({
      before: JSON.stringify(await findList(db, recordOf(form), listSchema.parse(form.get("list")))),
    }),
  });
}
