import type { Pool } from "pg";
import { z } from "zod";
import { say } from "@/scripts/up/progress";

const AT_ONCE = 1_000_000;
const SAID_EVERY = 10_000_000;
const indexSchema = z.array(z.object({ name: z.string(), definition: z.string() }));

/**
 * Adds changes to the history by SQL: moves within the yard over the last year, the same number for each of the
 * containers. The indexes are created after the rows. Returns the number of changes.
 */
export async function loadChanges(
  pool: Pool,
  { containers, changes }: { containers: number; changes: number },
  now: Date,
): Promise<number> {
  const { rows } = await pool.query(`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = 'changes' and indexname <> 'changes_pkey'`);
  const indexes = indexSchema.parse(rows);
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  for (let first = 0; first < changes; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE, changes) - 1;
    await pool.query(
      `insert into changes (subject_type, subject_id, field, before, after, as_of, recorded_at)
       select 'container', 'container-' || n % $3, 'location_at_pod_terminal',
         to_jsonb('Row ' || n % 97 || ', tier ' || n % 5), to_jsonb('Row ' || (n + 1) % 97 || ', tier ' || (n + 1) % 5),
         at, at
       from generate_series($1::bigint, $2::bigint) n
       cross join lateral (select $5::timestamptz - (1 - n::float8 / $4) * interval '365 days' as at) times`,
      [first, last, containers, changes, now],
    );
    if ((last + 1) % SAID_EVERY === 0 && last + 1 < changes) say(`  ${last + 1} changes`);
  }
  for (const { definition } of indexes) await pool.query(definition);
  await pool.query("vacuum analyze changes");
  const { rows: counted } = await pool.query<{ count: number }>("select count(*)::int as count from changes");
  return counted[0]?.count ?? 0;
}
