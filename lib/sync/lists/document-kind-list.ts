import { z } from "zod";
import { collectionDocumentSchema } from "@/lib/contract/json-api";
import { documentKindsTriedAt, noteDocumentKinds } from "@/lib/mirror/document-kinds";
import type { Database } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { REFUSALS } from "./unavailable-lists";

/** The kinds change as rarely as the service itself. */
const AGAIN_AFTER_MS = 24 * 3_600_000;
const LONGEST = 100;
/** No other step of a sync run depends on the kinds. */
const LEFT_FOR_A_DAY = [...REFUSALS, "service_answer_unreadable"];

/** The kinds as the live service lists them (supplement-2.md, 2. GET /documents/types), or as records. */
const kindsSchema = z.union([
  z.looseObject({ document_types: z.array(z.looseObject({ code: z.string(), label: z.unknown() })) }),
  collectionDocumentSchema,
]);

function kindsOf(document: z.infer<typeof kindsSchema>): { value: string; label: string }[] {
  if ("document_types" in document && Array.isArray(document.document_types))
    return document.document_types.flatMap(({ code, label }) => kindOf(code, label));
  const { data } = collectionDocumentSchema.parse(document);
  return data.flatMap(({ id, attributes }) => kindOf(id, attributes?.name));
}

function kindOf(id: string, name: unknown): { value: string; label: string }[] {
  const label = typeof name === "string" && name.trim() !== "" ? name.trim() : id;
  return id.length > LONGEST || id.includes("\0") ? [] : [{ value: id, label: label.slice(0, LONGEST) }];
}

/**
 * Reads the document kinds of the service once a day. After a refusal or an unreadable response it tries again after a
 * day. Throws the client's errors for anything else.
 */
export async function readDocumentKinds(db: Database, client: TrackingClient): Promise<void> {
  const attemptedAt = await documentKindsTriedAt(db);
  const now = new Date();
  if (attemptedAt !== null && now.getTime() - attemptedAt.getTime() < AGAIN_AFTER_MS) return;
  try {
    const { document } = await client.getPlain("documents/types", kindsSchema);
    await noteDocumentKinds(db, kindsOf(document), now);
  } catch (error) {
    if (!(error instanceof AppError) || !LEFT_FOR_A_DAY.includes(error.code)) throw error;
    await noteDocumentKinds(db, null, now);
  }
}
