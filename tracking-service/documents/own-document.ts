import { and, eq } from "drizzle-orm";
import { ApiError, notFound } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import type { Reader } from "@/tracking-service/store/database";
import { documents } from "@/tracking-service/store/documents-schema";
import type { DocumentRow } from "./store-document";

export const noSuchDocument = () => notFound("There is no such document in this account.");

/** Returns the account's document of this id. 404 when it is missing or belongs to another account. */
export async function requireDocument(reader: Reader, accountId: string, id: string): Promise<DocumentRow> {
  const [row] = await reader
    .select()
    .from(documents)
    .where(and(eq(documents.id, requireUuid(id)), eq(documents.accountId, accountId)));
  if (!row) throw noSuchDocument();
  return row;
}

/** 409 for a file that the account has already, with the document that has it (supplement-2.md, 2. Same content again). */
export function duplicateDocument({ id, name }: DocumentRow): ApiError {
  const error = {
    status: "409",
    code: "duplicate_document",
    title: "Duplicate document",
    detail: `This account keeps the same file already, as ${name}.`,
    source: { pointer: "/file" },
    meta: { existing_document_id: id, existing_document_name: name },
  };
  return new ApiError(409, [error]);
}
