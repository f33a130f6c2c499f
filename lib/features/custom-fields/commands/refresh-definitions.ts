import { requireSession } from "@/lib/auth/sign-in/current-session";
import { listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import { applyAnswers, forgetRecord } from "@/lib/mirror/apply/apply-response";
import { noteRelatedRead, noteRelatedTrouble } from "@/lib/mirror/read-status";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { clientForPerson } from "@/lib/tracking-client/open-client";
import { eachPage } from "@/lib/tracking-client/pagination";

/**
 * Asks the service now for the account's custom fields, which otherwise workers read: those it does not name are gone.
 * Throws what the client throws, and notes why.
 */
export async function askDefinitions(): Promise<void> {
  await requireSession("administer");
  const known = await listDefinitions(db());
  const named = new Set<string>();
  let asOf = new Date();
  try {
    for await (const page of eachPage(clientForPerson(), "custom_field_definitions", {
      include: "options",
    })) {
      const { data, included = [] } = page.document;
      if (named.size === 0) asOf = page.sentAt;
      await applyAnswers(db(), [...data, ...included], page.sentAt);
      for (const { id } of data) named.add(id);
    }
  } catch (error) {
    if (error instanceof AppError) await noteRelatedTrouble(db(), "custom_field_definitions", error);
    throw error;
  }
  await noteRelatedRead(db(), "custom_field_definitions", asOf);
  // A list shifts while it is read in pages: only one page is proof of what is gone.
  if (named.size < 100)
    for (const { id } of known) if (!named.has(id)) await forgetRecord(db(), "custom_field_definition", id);
}
