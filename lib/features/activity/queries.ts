import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type ActivityQuery, activityWindow } from "@/lib/features/activity/rules/activity-address";
import type { AuditEntry } from "@/lib/features/activity/rules/activity-entry";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { actionCode, storedActions } from "./messages";

function condition(query: ActivityQuery, zone: string | null): SQL {
  const { since, until } = activityWindow(query, zone);
  const { who, act, record, before } = query;
  const wanted = [
    who && sql`a.actor = ${who}`,
    act && sql`a.action = any(${sql.param(storedActions(act))}::text[])`,
    record && sql`a.record_type = ${record.type}`,
    record?.id && sql`a.record_id = ${record.id}`,
    since && sql`a.at >= ${since.toISOString()}::timestamptz`,
    until && sql`a.at < ${until.toISOString()}::timestamptz`,
    before !== null && sql`a.id < ${before}`,
  ].filter((one) => typeof one === "object" && one !== null);
  return wanted.length > 0 ? sql.join(wanted, sql` and `) : sql`true`;
}

const NAME = sql`case a.record_type
  when 'container' then (select number from board_rows where container_id = a.record_id)
  when 'shipment' then (select attributes ->> 'bill_of_lading_number' from shipments where id = a.record_id)
  when 'party' then (select company_name from parties where id = a.record_id)
  when 'document' then (select attributes ->> 'name' from documents where id = a.record_id)
  when 'tracking_request' then (select attributes ->> 'request_number' from tracking_requests where id = a.record_id)
  when 'terminal' then (select attributes ->> 'name' from reference_records where id = a.record_id
    and type in ('terminal', 'rail_terminal') limit 1)
  when 'user' then (select email from users where id::text = a.record_id)
  when 'job' then (select title from jobs where id::text = a.record_id)
  when 'view' then (select name from views where id::text = a.record_id)
  end`;

const auditEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  address: z.string().nullable(),
  action: z.string(),
  recordType: z.string().nullable(),
  recordId: z.string().nullable(),
  recordName: z.string().nullable(),
  data: z.unknown(),
  detail: z.string(),
});

/**
 * Lists the recorded actions, newest first, at most `limit`. Days are calendar days in `zone`. Ids of entries rise with
 * time, except for concurrent actions. A page therefore starts after the last entry of the previous page.
 */
export async function listActivity(
  executor: Executor,
  query: ActivityQuery,
  { zone, limit }: { zone: string | null; limit: number },
): Promise<AuditEntry[]> {
  const rows = await queryRows(
    executor,
    auditEntrySchema,
    sql`
    select a.id::text, to_iso(a.at) as at, a.actor, a.address, a.action, a.record_type as "recordType",
      a.record_id as "recordId", ${NAME} as "recordName", a.data, a.detail
    from audit_entries a where ${condition(query, zone)} order by a.id desc limit ${limit}`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id), action: actionCode(row.action) }));
}

/**
 * Returns each distinct value of a column. Skips through an index from one value to the next, so that not every entry
 * is read.
 */
async function listDistinct(executor: Executor, column: "actor" | "action"): Promise<string[]> {
  const name = sql.identifier(column);
  return queryColumn(
    executor,
    z.string(),
    sql`
      with recursive known as (
        select min(${name}) as value from audit_entries
        union all
        select (select min(a.${name}) from audit_entries a where a.${name} > known.value) from known
        where known.value is not null)
      select value from known where value is not null order by lower(value), value limit 1000`,
  );
}

/** Returns the actors and the codes of the actions that exist, for the filters of the activity page. */
export async function listActivityChoices(
  executor: Executor,
): Promise<{ actors: string[]; actions: string[] }> {
  const [actors, actions] = await Promise.all([
    listDistinct(executor, "actor"),
    listDistinct(executor, "action"),
  ]);
  return { actors, actions: [...new Set(actions.map(actionCode))] };
}
