import { noteRelatedFailure, noteRelatedRead, type RelatedWhat, wasRefused } from "@/lib/mirror/read-status";
import { AppError } from "@/lib/platform/errors";
import type { SyncRunResult } from "@/lib/sync/drift-repairs/run-context";
import type { AccountList } from "./account-lists";
import { readDocumentKinds } from "./document-kind-list";
import { DOCUMENT_INCLUDE } from "./include-params";
import { readList } from "./read-list";
import { isUnavailable } from "./unavailable-lists";

/** Lists of records related to containers, which a plan may exclude. */
export const RELATED_LISTS: readonly (AccountList & { path: RelatedWhat })[] = [
  {
    path: "custom_field_definitions",
    type: "custom_field_definition",
    parameters: { include: "options" },
    pageSize: 500,
  },
  { path: "custom_fields", type: "custom_field", parameters: {}, pageSize: 1_000 },
  { path: "documents", type: "document", parameters: { include: DOCUMENT_INCLUDE }, pageSize: 200 },
];

/**
 * Reads the lists of records related to containers, each with `readList`, and the document kinds. A list that the
 * service refuses because the plan excludes it, or cannot give, is recorded and requested again after a day; the run
 * continues. Throws the client's errors for anything else.
 */
export async function readRelatedLists(run: SyncRunResult): Promise<void> {
  const { db, round } = run;
  for (const list of RELATED_LISTS) {
    if (await wasRefused(db, list.path)) continue;
    try {
      await readList(run, list);
      await noteRelatedRead(db, list.path, round.startedAt);
    } catch (error) {
      if (!(error instanceof AppError) || !isUnavailable(error)) throw error;
      await noteRelatedFailure(db, list.path, error);
    }
  }
  if (!(await wasRefused(db, "documents"))) await readDocumentKinds(db, run.client);
}
