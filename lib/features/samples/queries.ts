import { sql } from "drizzle-orm";
import { z } from "zod";
import { SAMPLE_KINDS, type SampleCounts } from "@/lib/features/samples/rules";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

const countSchema = z.object({ kind: z.enum(SAMPLE_KINDS), made: z.number(), pending: z.number() });

/** Counts the samples that exist or are pending. Null when there are none. */
export async function countSamples(executor: Executor): Promise<SampleCounts | null> {
  const rows = await queryRows(
    executor,
    countSchema,
    sql`
      select kind, (count(*) filter (where state in ('made', 'removing')))::int as made,
        (count(*) filter (where state in ('planned', 'removing')))::int as pending
      from samples where state in ('planned', 'made', 'removing') group by kind`,
  );
  if (rows.length === 0) return null;
  const made = { view: 0, dray_carrier: 0, planned_move: 0, follow_up: 0 };
  for (const { kind, made: count } of rows) made[kind] = count;
  return { made, pending: rows.reduce((sum, { pending }) => sum + pending, 0) };
}
