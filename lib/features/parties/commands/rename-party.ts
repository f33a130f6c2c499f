import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { command } from "@/lib/auth/commands/command";
import { oneAtATime } from "@/lib/auth/commands/one-at-a-time";
import { editPartySchema } from "@/lib/contract/request-bodies";
import type { Visibility } from "@/lib/domain/visibility";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { pathOf } from "@/lib/tracking-client/client";

/** Returns the name of a party as stored in the mirror. Null when the mirror does not contain the party. */
export async function findPartyName(executor: Executor, id: string): Promise<string | null> {
  const [name = null] = await queryColumn(
    executor,
    z.string(),
    sql`select company_name as name from parties where id = ${id}`,
  );
  return name;
}

const renameSchema = z.object({
  id: z.string().min(1).max(200),
  /** The name that was displayed to the user. */
  before: z.string(),
  after: z.string(),
});

/**
 * Renames a party, first at the service (supplement.md, PATCH /parties/{id}). Throws `changed_meanwhile` with a message
 * when the name is no longer the one displayed to the user, and the error of the service (blank, taken).
 */
export const renameParty = command(
  { right: "dispatch", input: renameSchema },
  async (ctx, { id, before, after }): Promise<Visibility> =>
    oneAtATime(ctx, `name of party ${id}`, async () => {
      const { db, tracking } = ctx;
      const now = await findPartyName(db, id);
      if (now === null) throw new AppError("not_found", "This party was not found.");
      if (now !== before)
        throw new AppError(
          "changed_meanwhile",
          `Another user renamed it to ${now || "(blank)"}. Your edits are kept. Save again to overwrite.`,
        );
      const body = editPartySchema.parse({
        data: { type: "party", id, attributes: { company_name: after } },
      });
      const { document, sentAt } = await tracking.edit(pathOf("parties", id), body);
      await recordDone(ctx, {
        action: "party.renamed",
        record: { type: "party", id },
        data: { before, after },
      });
      return showDone(db, () => applyResponse(db, document, sentAt), { type: "party", id });
    }),
);

/** Returns the label of a party in the audit log: its name, else its id. */
export async function partyText(executor: Executor, partyId: string): Promise<string> {
  return (await findPartyName(executor, partyId).catch(() => null)) ?? partyId;
}
