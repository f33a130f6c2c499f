import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { findWriterName } from "@/lib/auth/access/actor";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { FREE_DAY_COUNTS } from "@/lib/domain/container/container-facts";
import type { LineWithTerms } from "@/lib/features/moves/rules/settings-data";
import { markStale } from "@/lib/mirror/apply/rebuild-outdated-rows";
import { KEYED_LOCKS, takeKeyedLock } from "@/lib/platform/database/advisory-locks";
import type { Executor, Transaction } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { perDiemTerms } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { userName } from "@/lib/platform/database/user-name-sql";
import { AppError } from "@/lib/platform/errors";

/** The free days of a line. `savedAt` (UTC text) is the version that the user saw, "" for none. */
export const perDiemTermsSchema = z.object({
  scac: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{2,4}$/, { error: "Enter a SCAC of two to four letters." }),
  freeDays: z.coerce
    .number({ error: "Enter a number of days." })
    .int({ error: "Enter a whole number of days." })
    .min(0, { error: "Enter 0 to 90 days." })
    .max(90, { error: "Enter 0 to 90 days." }),
  counts: z.enum(FREE_DAY_COUNTS, { error: "Select how days are counted." }),
  savedAt: z.string().default(""),
});

const lineWithTermsSchema = z.object({
  scac: z.string(),
  name: z.string().nullable(),
  out: z.number(),
  freeDays: z.number().nullable(),
  counts: z.enum(FREE_DAY_COUNTS).nullable(),
  savedAt: z.string().nullable(),
  savedBy: z.string().nullable(),
});

/** Lists every line with containers or terms. Lines with containers after gate out are first. */
export async function listPerDiemTerms(executor: Executor): Promise<LineWithTerms[]> {
  return queryRows(
    executor,
    lineWithTermsSchema,
    sql`
      with line as (
        select upper(line) as scac, min(row #>> '{line,name}') as name,
          (count(*) filter (where gate_out_at is not null and row ->> 'emptyReturned' is null
            and status <> 'empty_returned'))::int as out
        from board_rows where line is not null group by upper(line)
      )
      select coalesce(line.scac, t.scac) as scac, line.name, coalesce(line.out, 0) as out,
        t.free_days as "freeDays", t.counts, to_iso(t.updated_at) as "savedAt",
        case when t.scac is not null then ${userName(sql`t.updated_by`)} end as "savedBy"
      from line full join per_diem_terms t on t.scac = line.scac
      order by coalesce(line.out, 0) desc, coalesce(line.name, line.scac, t.scac)`,
  );
}

/** Returns when a line's terms were last set, as the version for the next edit. "" for none. */
export async function findTermsSavedAt(executor: Executor, scac: string): Promise<string> {
  const [at = ""] = await queryColumn(
    executor,
    z.string(),
    sql`select to_iso(updated_at) as at from per_diem_terms where scac = ${scac}`,
  );
  return at;
}

/** Schedules the update of the line's containers after gate out. Returns their number. */
const follow = (tx: Transaction, scac: string): Promise<number> =>
  markStale(tx, sql`upper(line) = ${scac} and picked_up`);

const savedSchema = z.object({
  at: z.string(),
  days: z.number(),
  counts: z.string(),
  by: z.string().nullable(),
});

async function requireUnchanged(tx: Transaction, scac: string, savedAt: string): Promise<void> {
  await takeKeyedLock(tx, KEYED_LOCKS.perDiemTerms, scac);
  const [now] = await queryRows(
    tx,
    savedSchema,
    sql`
    select to_iso(updated_at) as at, free_days as days, counts, updated_by as by
    from per_diem_terms where scac = ${scac}`,
  );
  if ((now?.at ?? "") === savedAt) return;
  const who = await findWriterName(tx, now?.by ?? null);
  throw new AppError(
    "changed_meanwhile",
    now
      ? `${who} set ${now.days} ${now.counts} days. Your edits are kept. Save again to overwrite.`
      : "Another user removed these terms. Save again to set yours.",
  );
}

/**
 * Sets the terms of a line. Returns the number of affected containers, which a worker updates. Throws
 * `changed_meanwhile` with a message when another user changed them meanwhile.
 */
export const setPerDiemTerms = command(
  { right: "dispatch", input: perDiemTermsSchema },
  async ({ db, actor }, { scac, freeDays, counts, savedAt }): Promise<number> => {
    return transact(db, async (tx) => {
      await requireUnchanged(tx, scac, savedAt);
      const values = { freeDays, counts, updatedBy: actor.userId, updatedAt: sql`clock_timestamp()` };
      await tx
        .insert(perDiemTerms)
        .values({ scac, ...values })
        .onConflictDoUpdate({ target: perDiemTerms.scac, set: values });
      const data = { days: freeDays, counts };
      await recordAuditEntry(tx, actor, {
        action: "free_days.set",
        record: { type: "line", id: scac },
        data,
      });
      return follow(tx, scac);
    });
  },
);

/**
 * Removes the terms of a line. Its containers then show again that no terms are set. Returns the number of affected
 * containers.
 */
export const removePerDiemTerms = command(
  { right: "dispatch", input: perDiemTermsSchema.pick({ scac: true, savedAt: true }) },
  async ({ db, actor }, { scac, savedAt }): Promise<number> => {
    return transact(db, async (tx) => {
      await requireUnchanged(tx, scac, savedAt);
      await tx.delete(perDiemTerms).where(eq(perDiemTerms.scac, scac));
      await recordAuditEntry(tx, actor, { action: "free_days.removed", record: { type: "line", id: scac } });
      return follow(tx, scac);
    });
  },
);
