import { sql } from "drizzle-orm";
import { z } from "zod";
import { findWriterName } from "@/lib/auth/access/actor";
import { emailSchema } from "@/lib/auth/accounts/account-rules";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { isPhoneNumber, NO_PHONE_NUMBER } from "@/lib/platform/text/phone-number";
import { announceChange } from "@/lib/realtime/publish";
import { partyIdSchema } from "./party-roles";
import { findPartyName } from "./rename-party";

const text = (longest: number, unsupported: RegExp) =>
  z
    .string()
    .trim()
    .max(longest, { error: `At most ${longest} characters.` })
    .refine((value) => !unsupported.test(value), { error: "Remove unsupported characters." });
const line = (longest: number) => text(longest, /\p{Cc}/u);

/** The contact of a party as the user edited it, and the version that the user saw. Version 0 means none. */
const contactSchema = z.object({
  partyId: partyIdSchema,
  version: z.coerce.number().int().min(0),
  dispatchOffice: line(100),
  phone: line(40).refine((phone) => phone === "" || isPhoneNumber(phone), {
    error: NO_PHONE_NUMBER,
  }),
  email: z.union([z.string().trim().length(0), emailSchema], {
    error: "Enter an email address, such as name@example.com.",
  }),
  // Several lines are allowed.
  note: text(1000, /(?![\t\n\r])\p{Cc}/u),
});

const LABELS = { dispatchOffice: "dispatch office", phone: "phone", email: "email", note: "note" } as const;
const FIELDS = ["dispatchOffice", "phone", "email", "note"] as const;

/** Returns the version of a party's contact. 0 means none. */
export async function findContactVersion(executor: Executor, partyId: string): Promise<number> {
  const [version = 0] = await queryColumn(
    executor,
    z.number(),
    sql`select version from party_details where party_id = ${partyId}`,
  );
  return version;
}

const storedSchema = z.object({
  version: z.number(),
  dispatchOffice: z.string(),
  phone: z.string(),
  email: z.string(),
  note: z.string(),
  updatedBy: z.string().nullable(),
});
const NONE = { version: 0, dispatchOffice: "", phone: "", email: "", note: "", updatedBy: null };

/**
 * Saves the contact of a party. It is ours alone: the service never receives it. Throws `changed_meanwhile` with a
 * message when another user saved it meanwhile, `not_found` for an unknown party. Nothing is written then. The audit log
 * says which fields changed, and never their content.
 */
export const savePartyContact = command(
  { right: "dispatch", input: contactSchema },
  async ({ db, actor }, { partyId, version, ...contact }): Promise<void> => {
    await transact(db, async (tx) => {
      const party = await findPartyName(tx, partyId);
      if (party === null) throw new AppError("not_found", "This party was not found.");
      // The row is locked, so that the second of two users who save at the same time gets an error.
      await tx.execute(sql`insert into party_details (party_id) values (${partyId}) on conflict do nothing`);
      const [before = NONE] = await queryRows(
        tx,
        storedSchema,
        sql`
          select version, dispatch_office as "dispatchOffice", phone, email, note, updated_by as "updatedBy"
          from party_details where party_id = ${partyId} for update`,
      );
      if (before.version !== version) {
        const who = await findWriterName(tx, before.updatedBy);
        throw new AppError(
          "changed_meanwhile",
          `${who} saved this contact meanwhile. Your edits are kept. Save again to overwrite.`,
        );
      }
      const fields = FIELDS.filter((field) => before[field] !== contact[field]);
      if (fields.length === 0) return;
      await tx.execute(sql`
        update party_details set dispatch_office = ${contact.dispatchOffice}, phone = ${contact.phone},
          email = ${contact.email}, note = ${contact.note}, version = version + 1,
          updated_by = ${actor.userId}::uuid, updated_at = clock_timestamp()
        where party_id = ${partyId}`);
      await recordAuditEntry(tx, actor, {
        action: "party.contact_saved",
        record: { type: "party", id: partyId },
        data: { party, fields: fields.map((field) => LABELS[field]) },
      });
      await announceChange(tx, { parties: true });
    });
  },
);
