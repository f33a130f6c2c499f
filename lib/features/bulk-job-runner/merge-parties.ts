import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { insertJob, type NewRow } from "@/lib/features/bulk-jobs/commands/create-job";
import type { RowInput } from "@/lib/features/bulk-jobs/commands/job-inputs";
import { jobTitle, MAX_JOB_ROWS } from "@/lib/features/bulk-jobs/messages";
import { partyIdSchema } from "@/lib/features/parties/commands/party-roles";
import { countBlockingCustomers } from "@/lib/features/parties/queries/merge-preview";
import { customersText } from "@/lib/features/parties/rules";
import type { Transaction } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";

type Party = { id: string; name: string; archived: boolean };

const partySchema = z.object({ id: z.string(), name: z.string(), archived: z.boolean() });
const heldSchema = z.object({
  roleId: z.string(),
  role: z.string(),
  type: z.enum(["container", "shipment"]),
  id: z.string(),
  label: z.string(),
  hadRole: z.boolean(),
});

/** Reads both parties and locks them, so that merges of one party start one after the other. */
async function lockParties(tx: Transaction, from: string, into: string): Promise<[Party, Party]> {
  const found = await queryRows(
    tx,
    partySchema,
    sql`
      select p.id, p.company_name as name,
        exists (select from party_details d where d.party_id = p.id and d.archived_at is not null) as archived
      from parties p where p.id in (${from}, ${into}) order by p.id for update`,
  );
  const [merged, other] = [from, into].map((id) => found.find((party) => party.id === id));
  if (!merged || !other) throw new AppError("bad_input", "Party not found. Select another.");
  return [merged, other];
}

async function requireNoMerge(tx: Transaction, { id }: Party, { id: into }: Party): Promise<void> {
  const running = await queryColumn(
    tx,
    z.string(),
    sql`
      select title from jobs where kind = 'merge_party' and ended_at is null
        and (input ->> 'from' in (${id}, ${into}) or input ->> 'into' in (${id}, ${into}))`,
  );
  if (running[0] !== undefined)
    throw new AppError("bad_input", `Still running: ${running[0]}. Wait until it ends, then merge again.`);
}

/** One row per role that the merged party has, the oldest first. */
async function roleRows(tx: Transaction, merged: Party, other: Party): Promise<NewRow[]> {
  const held = await queryRows(
    tx,
    heldSchema,
    sql`
      select r.id as "roleId", r.role, r.roleable_id as id,
        case when r.roleable_type like '%shipment' then 'shipment' else 'container' end as type,
        coalesce(s.attributes ->> 'bill_of_lading_number', c.attributes ->> 'number', r.roleable_id) as label,
        exists (select from party_roles o where o.roleable_id = r.roleable_id and o.role = r.role
          and o.party_id = ${other.id}) as "hadRole"
      from party_roles r left join containers c on c.id = r.roleable_id left join shipments s on s.id = r.roleable_id
      where r.party_id = ${merged.id} order by r.created_at, r.id limit ${MAX_JOB_ROWS - 1}`,
  );
  return held.map(({ roleId, role, type, id, label, hadRole }) => {
    const input: RowInput<"merge_party"> = {
      on: { type, id },
      role,
      parties: [{ id: other.id, name: other.name }],
      roles: [{ roleId, partyId: merged.id, name: merged.name }],
      hadRole,
    };
    return { subjectId: id, label, input };
  });
}

/**
 * Creates the job that merges a party into another: the other one takes over its roles on containers and shipments, and
 * it is archived. Nothing is deleted: the service cannot delete a party, and tracking requests keep their customer.
 * Returns the job's id. Throws `bad_input` when customers would lose containers, because only an admin may give them
 * access, and while another merge of these parties runs.
 */
export const mergeParties = command(
  { right: "dispatch", input: z.strictObject({ from: partyIdSchema, into: partyIdSchema }) },
  async ({ db, actor }, { from, into }): Promise<string> => {
    if (from === into) throw new AppError("bad_input", "Select another party to merge into.");
    return transact(db, async (tx) => {
      const [merged, other] = await lockParties(tx, from, into);
      if (other.archived)
        throw new AppError(
          "bad_input",
          `${other.name} is archived. Restore it first, or select another party.`,
        );
      await requireNoMerge(tx, merged, other);
      const customers = await countBlockingCustomers(tx, from, into);
      if (customers > 0)
        throw new AppError("bad_input", customersText(customers, { from: merged.name, into: other.name }));
      const archive: RowInput<"merge_party"> = {
        on: { type: "party", id: from },
        archives: true,
        mergedInto: into,
      };
      const rows = await roleRows(tx, merged, other);
      const jobId = await insertJob(tx, actor, {
        kind: "merge_party",
        title: jobTitle("merge_party", { partyName: merged.name, intoName: other.name }),
        input: { from, into },
        rows: [{ subjectId: from, label: merged.name, input: archive }, ...rows],
      });
      await recordAuditEntry(tx, actor, {
        action: "party.merged",
        record: { type: "party", id: from },
        data: { before: merged.name, after: other.name },
      });
      return jobId;
    });
  },
);
