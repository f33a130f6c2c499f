"use server";

import { formAction, textOf } from "@/app/(dashboard)/_forms/form-action";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import {
  editDocument,
  findDocumentState,
  linkDocument,
  removeDocument,
} from "@/lib/features/documents/commands/edit-document";

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
export const editDocumentAction = formAction(editDocument, {
  read: (form) => ({ ...Object.fromEntries(form), numbers: textOf(form, "numbers").split(/\r?\n/) }),
  done: (visibility) => formDone("Document saved to the tracking service.", visibility),
  fields: FIELDS,
  invalid: "at fields",
  current: async (form, { db }) => ({ before: await findDocumentState(db, textOf(form, "id")) }),
});

/** Links one of the account's documents to a record. Fields: `id`, `recordType`, `recordId`. */
export const linkDocumentAction = formAction(linkDocument, {
  read: (form) => ({
    id: form.get("id"),
    record: { type: form.get("recordType"), id: form.get("recordId") },
  }),
  done: (visibility) => formDone("Document linked.", visibility),
});

/** Deletes a document. Field: `id`. */
export const removeDocumentAction = formAction(removeDocument, {
  read: (form) => ({ id: form.get("id") }),
  done: (visibility) => formDone("Document deleted.", visibility),
});
