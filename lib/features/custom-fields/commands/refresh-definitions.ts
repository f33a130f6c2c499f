import { z } from "zod";
import { command } from "@/lib/auth/commands/command";
import { listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import { applyResponses, forgetRecord } from "@/lib/mirror/apply/apply-response";
import { noteRelatedFailure, noteRelatedRead } from "@/lib/mirror/read-status";
import { AppError } from "@/lib/platform/errors";
import { eachPage } from "@/lib/tracking-client/pagination";

/**
 * Fetches the account's custom fields now. Normally workers fetch them. Definitions missing from the response are
 * deleted. Throws what the client throws, and stores the reason.
 */
export const fetchDefinitions = command(
  { right: "administer", input: z.object({}) },
  async ({ db, tracking }): Promise<void> => {
    const known = await listDefinitions(db);
    const listed = new Set<string>();
    let asOf = new Date();
    try {
      for await (const page of eachPage(tracking, "custom_field_definitions", { include: "options" })) {
        const { data, included = [] } = page.document;
        if (listed.size === 0) asOf = page.sentAt;
        await applyResponses(db, [...data, ...included], page.sentAt);
        for (const { id } of data) listed.add(id);
      }
    } catch (error) {
      if (error instanceof AppError) await noteRelatedFailure(db, "custom_field_definitions", error);
      throw error;
    }
    await noteRelatedRead(db, "custom_field_definitions", asOf);
    // A list can shift while its pages are read. Only a single page proves that an entry was deleted.
    if (listed.size < 100)
      for (const { id } of known) if (!listed.has(id)) await forgetRecord(db, "custom_field_definition", id);
  },
);
