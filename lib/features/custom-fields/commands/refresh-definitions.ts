import { requireSession } from "@/lib/auth/sign-in/current-session";
import { listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import { applyResponses, forgetRecord } from "@/lib/mirror/apply/apply-response";
import { noteRelatedFailure, noteRelatedRead } from "@/lib/mirror/read-status";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { clientForUser } from "@/lib/tracking-client/open-client";
import { eachPage } from "@/lib/tracking-client/pagination";

/**
 * Fetches the account's custom fields now. Normally workers fetch them. Definitions missing from the response are
 * deleted. Throws what the client throws, and stores the reason.
 */
export async function fetchDefinitions(): Promise<void> {
  await requireSession("administer");
  const known = await listDefinitions(db());
  const named = new Set<string>();
  let asOf = new Date();
  try {
    for await (const page of eachPage(clientForUser(), "custom_field_definitions", {
      include: "options",
    })) {
      const { data, included = [] } = page.document;
      if (named.size === 0) asOf = page.sentAt;
      await applyResponses(db(), [...data, ...included], page.sentAt);
      for (const { id } of data) named.add(id);
    }
  } catch (error) {
    if (error instanceof AppError) await noteRelatedFailure(db(), "custom_field_definitions", error);
    throw error;
  }
  await noteRelatedRead(db(), "custom_field_definitions", asOf);
  // A list can shift while its pages are read. Only a single page proves that an entry was deleted.
  if (named.size < 100)
    for (const { id } of known) if (!named.has(id)) await forgetRecord(db(), "custom_field_definition", id);
}
