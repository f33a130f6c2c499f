import { sql } from "drizzle-orm";
import { z } from "zod";
import type { PartyContact } from "@/lib/features/parties/rules";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

const contactSchema = z.object({
  partyId: z.string(),
  dispatchOffice: z.string(),
  phone: z.string(),
  email: z.string(),
  note: z.string(),
  version: z.number(),
});

/**
 * Returns the contacts of parties by party id, of all parties with null. They are for pages of signed-in dispatchers and
 * viewers: never for links, embeds or customers.
 */
export async function loadPartyContacts(
  executor: Executor,
  partyIds: readonly string[] | null,
): Promise<Record<string, PartyContact>> {
  if (partyIds?.length === 0) return {};
  const these = partyIds === null ? sql`true` : sql`party_id = any(${sql.param([...partyIds])}::text[])`;
  const rows = await queryRows(
    executor,
    contactSchema,
    sql`
      select party_id as "partyId", dispatch_office as "dispatchOffice", phone, email, note, version
      from party_details where version > 0 and ${these}`,
  );
  return Object.fromEntries(rows.map(({ partyId, ...contact }) => [partyId, contact]));
}
