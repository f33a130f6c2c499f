import { connection } from "next/server";
import { errorResponse, readParameters } from "@/app/api/_http/responses";
import { documentParams, documentResponse } from "@/app/share/document-response";
import { countUse } from "@/app/share/open-link";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { openSharedDocument } from "@/lib/features/sharing/commands/open-shared-document";
import { listCustomerDocuments } from "@/lib/features/sharing/queries/shared-documents";
import { db } from "@/lib/platform/database/client";

const params = documentParams.extend({ container: documentParams.shape.id });

/** The file of a document of one of a customer's containers, as a download. See docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  await connection();
  try {
    const session = await requireSession("containers");
    const { id, container } = readParameters(request, params);
    await countUse(session.userId, "downloads");
    const documents = await listCustomerDocuments(db(), session.userId, container);
    const file = await openSharedDocument(documents, id);
    const record = { type: "document", id };
    await recordAuditEntry(db(), session, { action: "document.opened", record, data: { name: file.name } });
    return documentResponse(file);
  } catch (error) {
    return errorResponse(error);
  }
}
