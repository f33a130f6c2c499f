import { sql } from "drizzle-orm";
import { z } from "zod";
import { insertInto } from "@/lib/platform/database/bulk-insert";
import type { Transaction } from "@/lib/platform/database/client";
import { queryRows, storedJson } from "@/lib/platform/database/rows";
import { changes, sourceUpdates } from "@/lib/platform/database/schema/schema";
import { inBatches } from "@/lib/platform/database/statement-batches";
import type { SubjectKind } from "./history-types";
import type { DatedChange, Observation } from "./merge";

type Type = SubjectKind["type"];
/** What one transaction adds to a record's history, and what it removes because a late report made it wrong. */
export type Reported = {
  id: string;
  changes: readonly DatedChange[];
  withdrawn: readonly DatedChange[];
  stored: readonly Observation[];
};

const reportRowSchema = z.object({
  id: z.string(),
  as_of: z.string(),
  read_until: z.string().nullable(),
  received_at: z.string(),
  notification_id: z.string().nullable(),
  facts: storedJson<Record<string, unknown>>(),
});

/**
 * Returns the stored reports of these records, by id, in the order they were stored. The caller has locked the records'
 * rows.
 */
export async function listReports(
  tx: Transaction,
  type: Type,
  ids: readonly string[],
): Promise<Map<string, Observation[]>> {
  const rows = await queryRows(
    tx,
    reportRowSchema,
    sql`
      select subject_id as id, to_iso(as_of) as as_of, to_iso(read_until) as read_until,
        to_iso(received_at) as received_at, notification_id, facts
      from source_updates where subject_type = ${type} and subject_id = any(${sql.param([...ids])}::text[])
      order by source_updates.id`,
  );
  const found = new Map<string, Observation[]>();
  for (const row of rows) {
    const list = found.get(row.id) ?? [];
    found.set(row.id, list);
    list.push({
      asOf: new Date(row.as_of),
      readUntil: row.read_until === null ? null : new Date(row.read_until),
      receivedAt: new Date(row.received_at),
      notificationId: row.notification_id,
      facts: row.facts,
      always: row.notification_id !== null,
    });
  }
  return found;
}

async function withdraw(tx: Transaction, type: Type, reported: readonly Reported[]): Promise<void> {
  const gone = reported.flatMap(({ id, withdrawn }) =>
    withdrawn.map(({ field, before, after, asOf, notificationId }) => ({
      id,
      field,
      before,
      after,
      as_of: asOf,
      notification_id: notificationId,
    })),
  );
  if (!gone.length) return;
  await tx.execute(sql`
    delete from changes c
    using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb)
      as g (id text, field text, before jsonb, after jsonb, as_of timestamptz, notification_id text)
    where c.subject_type = ${type} and c.subject_id = g.id and c.field = g.field and c.as_of = g.as_of
      and c.notification_id is not distinct from g.notification_id
      and c.before is not distinct from g.before and c.after is not distinct from g.after`);
}

/** Writes the histories of records. */
export async function writeHistory(
  tx: Transaction,
  type: Type,
  reported: readonly Reported[],
): Promise<void> {
  await withdraw(tx, type, reported);
  const changed = reported.flatMap(({ id, changes: fields }) =>
    fields.map((change) => ({ subjectType: type, subjectId: id, ...change })),
  );
  for (const batch of inBatches(changed)) await tx.execute(insertInto(changes, batch));
  const stored = reported.flatMap(({ id, stored: list }) =>
    list.map(({ asOf, readUntil, receivedAt, notificationId, facts }) => ({
      subjectType: type,
      subjectId: id,
      asOf,
      readUntil,
      receivedAt,
      notificationId,
      facts,
    })),
  );
  for (const batch of inBatches(stored)) await tx.execute(insertInto(sourceUpdates, batch));
}
