import { connection } from "next/server";
import { errorResponse, readParameters } from "@/app/api/_http/responses";
import { documentParams, documentResponse } from "@/app/share/document-response";
import { countUse, requireOpenLink } from "@/app/share/open-link";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { openSharedDocument } from "@/lib/features/sharing/commands/open-shared-document";
import { listLinkDocuments } from "@/lib/features/sharing/queries/shared-documents";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

type Context = { params: Promise<{ token: string }> };

/** The file of a document that a link shows, as a download. See docs/api.md. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    const { token, settings } = await requireOpenLink((await params).token);
    const { id } = readParameters(request, documentParams);
    if (!settings.documents) throw new AppError("not_allowed", "This link shows no documents.");
    await countUse(token.id, "downloads");
    const file = await openSharedDocument(await listLinkDocuments(db(), settings, new Date()), id);
    await recordAuditEntry(
      db(),
      { userId: null, email: "user of the link" },
      {
        action: "shared_document.opened",
        record: { type: "document", id },
        data: { name: file.name, label: token.label },
      },
    );
    return documentResponse(file);
  } catch (error) {
    return errorResponse(error);
  }
}
