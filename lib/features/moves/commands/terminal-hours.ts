import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { findWriterName } from "@/lib/auth/access/actor";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { gateHoursSchema, specialDaysSchema } from "@/lib/domain/deadlines/gate-schedule-schemas";
import type { TerminalWithHours } from "@/lib/features/moves/rules/settings-data";
import { readGateHours, readSpecialDays } from "@/lib/features/moves/rules/terminal-hours";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import { KEYED_LOCKS, takeKeyedLock } from "@/lib/platform/database/advisory-locks";
import type { Executor, Transaction } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { terminalHours } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { userName } from "@/lib/platform/database/user-name-sql";
import { AppError } from "@/lib/platform/errors";

/**
 * The week of a terminal, its holidays and closures. `savedAt` (UTC text) is the version that the user saw, "" for none.
 * Empty hours mean not set.
 */
export const terminalHoursSchema = z.object({
  terminalId: z.string().min(1).max(200),
  hours: gateHoursSchema,
  specialDays: specialDaysSchema.default([]),
  savedAt: z.string().default(""),
});

const terminalSchema = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string().nullable(),
  zone: z.string().nullable(),
  containers: z.number(),
  hours: z.unknown(),
  specialDays: z.unknown(),
  savedAt: z.string().nullable(),
  savedBy: z.string().nullable(),
});

/**
 * Lists the terminals and rail ramps with containers of the account or with hours. Those with the most containers are
 * first.
 */
export async function listTerminalHours(executor: Executor): Promise<TerminalWithHours[]> {
  const rows = await queryRows(
    executor,
    terminalSchema,
    sql`
      with stood as (
        select b.row #>> '{terminal,id}' as id, count(*) filter (where not b.picked_up)::int as containers,
          mode() within group (order by case when c.pod_terminal_id = b.row #>> '{terminal,id}'
            then c.attributes ->> 'pod_timezone' else c.attributes ->> 'final_destination_timezone' end) as zone
        from board_rows b join containers c on c.id = b.container_id
        where b.row #>> '{terminal,id}' is not null group by 1
      )
      select r.id, coalesce(r.attributes ->> 'name', r.attributes ->> 'nickname', r.id) as name,
        nullif(trim(r.attributes ->> 'city'), '') as city, stood.zone,
        coalesce(stood.containers, 0) as containers, h.hours, h.special_days as "specialDays", to_iso(h.updated_at) as "savedAt",
        case when h.terminal_id is not null then ${userName(sql`h.updated_by`)} end as "savedBy"
      from reference_records r
      left join stood on stood.id = r.id
      left join terminal_hours h on h.terminal_id = r.id
      where r.type in ('terminal', 'rail_terminal') and (stood.id is not null or h.terminal_id is not null)
      order by coalesce(stood.containers, 0) desc, name, r.id`,
  );
  return rows.map((row) => ({
    ...row,
    hours: readGateHours(row.hours),
    specialDays: readSpecialDays(row.specialDays),
  }));
}

/** Returns when a terminal's hours were last set, as the version for the next edit. "" for none. */
export async function findHoursSavedAt(executor: Executor, terminalId: string): Promise<string> {
  const [at = ""] = await queryColumn(
    executor,
    z.string(),
    sql`select to_iso(updated_at) as at from terminal_hours where terminal_id = ${terminalId}`,
  );
  return at;
}

/** The containers whose last free day may end with a gate of the terminal. */
async function concerned(tx: Transaction, terminalId: string): Promise<string[]> {
  return queryColumn(
    tx,
    z.string(),
    sql`
      select c.id from containers c left join shipments s on s.id = c.shipment_id
      where ${terminalId} in (c.pod_terminal_id, c.pickup_facility_id,
        s.relationships #>> '{destination_terminal,data,id}')`,
  );
}

const savedSchema = z.object({ at: z.string(), by: z.string().nullable() });

async function requireUnchanged(tx: Transaction, terminalId: string, savedAt: string): Promise<void> {
  await takeKeyedLock(tx, KEYED_LOCKS.terminalHours, terminalId);
  const [now] = await queryRows(
    tx,
    savedSchema,
    sql`
    select to_iso(updated_at) as at, updated_by as by from terminal_hours where terminal_id = ${terminalId}`,
  );
  if ((now?.at ?? "") === savedAt) return;
  throw new AppError(
    "changed_meanwhile",
    `${await findWriterName(tx, now?.by ?? null)} ${now ? "set" : "removed"} the gate hours of this terminal. Your edits are kept. Save again to overwrite.`,
  );
}

/**
 * Sets the gate hours of a terminal. Empty hours delete them, with the holidays and closures. Throws `not_found` for an unknown terminal,
 * `changed_meanwhile` with a message when another user set them meanwhile.
 */
export const setTerminalHours = command(
  { right: "dispatch", input: terminalHoursSchema },
  async ({ db, actor }, { terminalId, hours, specialDays, savedAt }): Promise<void> => {
    await transact(db, async (tx) => {
      const { rows } = await tx.execute(sql`
      select 1 from reference_records where type in ('terminal', 'rail_terminal') and id = ${terminalId}`);
      if (!rows.length) throw new AppError("not_found", "This terminal was not found.");
      await requireUnchanged(tx, terminalId, savedAt);
      const values = { hours, specialDays, updatedBy: actor.userId, updatedAt: sql`clock_timestamp()` };
      if (hours.length > 0)
        await tx
          .insert(terminalHours)
          .values({ terminalId, ...values })
          .onConflictDoUpdate({ target: terminalHours.terminalId, set: values });
      else await tx.delete(terminalHours).where(eq(terminalHours.terminalId, terminalId));
      await recordAuditEntry(tx, actor, {
        action: hours.length > 0 ? "gate_hours.set" : "gate_hours.removed",
        record: { type: "terminal", id: terminalId },
      });
      await markContainersChanged(tx, await concerned(tx, terminalId));
    });
  },
);
