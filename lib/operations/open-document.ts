import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { findPaper } from "@/lib/mirror/beside-record";
import { clientForPerson } from "@/lib/tracking/account";
import { pathOf } from "@/lib/tracking/client";
import type { OpenedFile } from "@/lib/tracking/download";
import { recordDone } from "./record-done";

/** Opens a document's file, to be read as it comes from the service. Throws `not_found` for one the desk does not hold. */
export async function openDocument(id: string): Promise<OpenedFile & { name: string }> {
  const by = await requireSession("desk");
  const paper = await findPaper(db(), id);
  if (!paper) throw new AppError("not_found", "The desk does not hold this document.");
  const file = await clientForPerson().openFile(pathOf("documents", id, "download_url"));
  await recordDone(by, { action: "opened a document", record: { type: "document", id }, detail: paper.name });
  return { ...file, name: paper.name };
}
