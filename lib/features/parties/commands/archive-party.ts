import { sql } from "drizzle-orm";
import { z } from "zod";
import type { AuditCode } from "@/lib/auth/audit/audit-codes";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import type { Transaction } from "@/lib/platform/database/client";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { announceChange } from "@/lib/realtime/publish";
import { partyIdSchema } from "./party-roles";
import { findPartyName } from "./rename-party";

/** Writes the state of a party, records it unless a job does, and notifies open pages. Returns whether it changed. */
async function change(
  { db, actor }: CommandContext,
  partyId: string,
  action: Extract<AuditCode, "party.archived" | "party.restored">,
  write: (tx: Transaction) => Promise<{ rowCount: number | null }>,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const name = await findPartyName(tx, partyId);
    if (name === null) throw new AppError("not_found", "This party was not found.");
    if (!(await write(tx)).rowCount) return false;
    if (actor.jobId === null)
      await recordAuditEntry(tx, actor, { action, record: { type: "party", id: partyId }, data: { name } });
    await announceChange(tx, { parties: true });
    return true;
  });
}

/**
 * Archives a party: forms no longer offer it, and it stays where it is assigned. The service has no such state, so it is
 * ours alone. `mergedInto` is the party that takes over its roles. Returns false when it was already archived.
 */
export const archiveParty = command(
  {
    right: "dispatch",
    input: z.object({ partyId: partyIdSchema, mergedInto: partyIdSchema.nullable().default(null) }),
  },
  (ctx, { partyId, mergedInto }): Promise<boolean> =>
    change(ctx, partyId, "party.archived", (tx) =>
      tx.execute(sql`
        insert into party_details (party_id, archived_at, merged_into)
        values (${partyId}, ${ctx.now.toISOString()}::timestamptz, ${mergedInto})
        on conflict (party_id) do update set archived_at = excluded.archived_at, merged_into = excluded.merged_into
          where party_details.archived_at is null`),
    ),
);

/** Restores an archived party. Returns false when it was not archived. */
export const restoreParty = command(
  { right: "dispatch", input: z.object({ partyId: partyIdSchema }) },
  (ctx, { partyId }): Promise<boolean> =>
    change(ctx, partyId, "party.restored", (tx) =>
      tx.execute(sql`
        update party_details set archived_at = null, merged_into = null
        where party_id = ${partyId} and archived_at is not null`),
    ),
);
