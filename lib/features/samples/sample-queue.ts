import { sql } from "drizzle-orm";
import { z } from "zod";
import { SAMPLE_KINDS } from "@/lib/features/samples/rules";
import type { Database } from "@/lib/platform/database/client";
import { samples } from "@/lib/platform/database/schema/schema";
import { type Claim, defineLeasedQueue } from "@/lib/platform/queue/queue";

const entrySchema = z.object({
  id: z.coerce.number(),
  kind: z.enum(SAMPLE_KINDS),
  subjectId: z.string(),
  input: z.unknown(),
  /** What its command made; of a planned dray carrier, the party that an interrupted attempt chose. */
  made: z.unknown(),
  state: z.enum(["planned", "removing"]),
  attempts: z.number(),
});
export type Sample = z.infer<typeof entrySchema>;
export type ClaimedSample = Claim & Sample;

/** Samples to make or to remove. After a kill, a sample is worked on again when its lease has ended. */
export const SAMPLE_QUEUE = defineLeasedQueue({
  table: samples,
  key: [samples.id],
  open: sql`${samples.state} in ('planned', 'removing')`,
  dueAt: samples.nextAttemptAt,
  attempts: samples.attempts,
  order: sql`${samples.id}`,
  lease: { until: samples.claimedUntil, id: samples.leaseId, seconds: 30, extendEveryMs: 10_000 },
  entry: {
    select: sql`${samples.id}, ${samples.kind}, ${samples.subjectId} as "subjectId", ${samples.input}, ${samples.made},
      ${samples.state}, ${samples.attempts}`,
    schema: entrySchema,
  },
});

/** Stores what an attempt has chosen, before its request: after an interruption the next attempt continues with it. */
export async function noteChosen(db: Database, sample: ClaimedSample, chosen: object): Promise<void> {
  await db.execute(
    sql`update samples set made = ${JSON.stringify(chosen)}::jsonb where ${SAMPLE_QUEUE.isOf(sample)}`,
  );
  await SAMPLE_QUEUE.requireLease(db, sample);
}
