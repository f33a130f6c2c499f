import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { findDocument } from "@/lib/features/documents/queries/documents";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { pathOf } from "@/lib/tracking-client/client";
import type { OpenedFile } from "@/lib/tracking-client/download";
import { clientForUser } from "@/lib/tracking-client/open-client";

/**
 * Opens a document's file as a stream from the service. Throws `not_found` for a document that the dashboard does not
 * store.
 */
export async function openDocument(id: string): Promise<OpenedFile & { name: string }> {
  const by = await requireSession("dashboard");
  const record = await findDocument(db(), id);
  if (!record) throw new AppError("not_found", "This document was not found.");
  const file = await clientForUser().openFile(pathOf("documents", id, "download_url"));
  await recordDone(by, {
    action: "opened a document",
    record: { type: "document", id },
    detail: record.name,
  });
  return { ...file, name: record.name };
}
