"use server";

import { z } from "zod";
import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import {
  documentEditSchema,
  editDocument,
  findDocumentState,
  linkDocument,
  removeDocument,
} from "@/lib/features/documents/commands/edit-document";
import { AppError } from "@/lib/platform/errors";

const idSchema = z.string().min(1).max(200);
const FIELDS = {
  name: "name",
  document_type: "type",
  numbers: "numbers",
  cargos: "numbers",
  shipments: "numbers",
};

/**
 * Edits a document. Fields: `id`, `before` (its state as last seen by the user), `name`, `type`, `numbers` (of
 * containers and shipments, one per line).
 */
export async function editDocumentAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const numbers = String(form.get("numbers") ?? "").split(/\r?\n/);
    const edit = documentEditSchema.parse({ ...Object.fromEntries(form), numbers });
    return formDone("Document saved to the tracking service.", await editDocument(edit));
  } catch (error) {
    if (error instanceof AppError && error.code !== "changed_meanwhile")
      return formFailure(error, form, FIELDS);
    return dashboardFailure(error, form, async () => ({
      before: await findDocumentState(idSchema.parse(form.get("id"))),
    }));
  }
}

const recordSchema = z.object({ type: z.enum(["container", "shipment"]), id: idSchema });

/** Links one of the account's documents to a record. Fields: `id`, `recordType`, `recordId`. */
export async function linkDocumentAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const record = recordSchema.parse({ type: form.get("recordType"), id: form.get("recordId") });
    return formDone("Document linked.", await linkDocument(idSchema.parse(form.get("id")), record));
  } catch (error) {
    return formFailure(error, form, {});
  }
}

/** Deletes a document. Field: `id`. */
export async function removeDocumentAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    return formDone("Document deleted.", await removeDocument(idSchema.parse(form.get("id"))));
  } catch (error) {
    return formFailure(error, form, {});
  }
}
