import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";

const NAME = "webhook_check";

const otherSchema = z.object({
  id: z.string(),
  url: z.string(),
  active: z.boolean(),
  atOurAddress: z.boolean(),
});
const checkSchema = z.object({
  checkedAt: z.string(),
  /** The webhook in use as the service has it; null when it has none. */
  atService: z.object({ id: z.string(), active: z.boolean(), events: z.array(z.string()) }).nullable(),
  /** Of its newest deliveries, how many failed or wait for another try; null when the log cannot be read. */
  deliveries: z.object({ looked: z.number(), failed: z.number(), waiting: z.number() }).nullable(),
  /** Webhooks of the account that are not this installation's. */
  others: z.array(otherSchema),
  reactivatedAt: z.string().nullable(),
  /** What stands in the way, in words for the reader; null when nothing does. */
  problem: z.string().nullable(),
});

/** What was found when the service was last asked about our webhook. Instants are ISO text in UTC. */
export type WebhookCheck = z.infer<typeof checkSchema>;

export async function findWebhookCheck(executor: Executor): Promise<WebhookCheck | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  const read = checkSchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

/** Notes what was found; what is left out stays as it was found before. */
export async function noteWebhookCheck(executor: Executor, found: Partial<WebhookCheck>): Promise<void> {
  const before = await findWebhookCheck(executor);
  const value: WebhookCheck = {
    atService: null,
    deliveries: null,
    others: [],
    reactivatedAt: null,
    problem: null,
    ...before,
    checkedAt: new Date().toISOString(),
    ...found,
  };
  await executor
    .insert(installation)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: installation.name, set: { value, updatedAt: sql`clock_timestamp()` } });
}
