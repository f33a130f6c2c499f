import type { JsonApiRecord } from "@/lib/contract/json-api";
import { documentKindsTriedAt, noteDocumentKinds } from "@/lib/mirror/document-kinds";
import type { Database } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { REFUSALS } from "./unavailable-lists";

/** They change as rarely as the service itself. */
const AGAIN_AFTER_MS = 24 * 3_600_000;
const LONGEST = 100;
/** Nothing of a round hangs on them. */
const LEFT_FOR_A_DAY = [...REFUSALS, "service_answer_unreadable"];

function kindOf({ id, attributes }: JsonApiRecord): { value: string; label: string }[] {
  const name = attributes?.name;
  const label = typeof name === "string" && name.trim() !== "" ? name.trim() : id;
  return id.length > LONGEST || id.includes("\0") ? [] : [{ value: id, label: label.slice(0, LONGEST) }];
}

/**
 * Reads once a day which kinds of documents the service knows. A service that does not tell, or not so that it can be read, is asked again after a day;
 * throws what the client throws for anything else.
 */
export async function readDocumentKinds(db: Database, client: TrackingClient): Promise<void> {
  const triedAt = await documentKindsTriedAt(db);
  const now = new Date();
  if (triedAt !== null && now.getTime() - triedAt.getTime() < AGAIN_AFTER_MS) return;
  try {
    const { document } = await client.getPage("documents/types");
    await noteDocumentKinds(db, document.data.flatMap(kindOf), now);
  } catch (error) {
    if (!(error instanceof AppError) || !LEFT_FOR_A_DAY.includes(error.code)) throw error;
    await noteDocumentKinds(db, null, now);
  }
}
