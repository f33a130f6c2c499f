import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { applyAnswers, forgetRecord } from "@/lib/mirror/apply-answer";
import { noteBesideRead, noteBesideTrouble } from "@/lib/mirror/beside-readings";
import { listDefinitions } from "@/lib/mirror/custom-fields";
import { clientForPerson } from "@/lib/tracking/account";
import { eachPage } from "@/lib/tracking/pages";

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
    if (error instanceof AppError) await noteBesideTrouble(db(), "custom_field_definitions", error);
    throw error;
  }
  await noteBesideRead(db(), "custom_field_definitions", asOf);
  // A list shifts while it is read in pages: only one page is proof of what is gone.
  if (named.size < 100)
    for (const { id } of known) if (!named.has(id)) await forgetRecord(db(), "custom_field_definition", id);
}
