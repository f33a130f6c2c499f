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
  /** The current webhook as stored at the service. Null when the service has none. */
  atService: z.object({ id: z.string(), active: z.boolean(), events: z.array(z.string()) }).nullable(),
  /** The number of its newest deliveries that failed or wait for another attempt. Null when the log cannot be read. */
  deliveries: z.object({ looked: z.number(), failed: z.number(), waiting: z.number() }).nullable(),
  /** Webhooks of the account that belong to other installations or systems. */
  others: z.array(otherSchema),
  reactivatedAt: z.string().nullable(),
  /** The current problem as a message for the user. Null when there is none. */
  problem: z.string().nullable(),
});

/** The result of the last check of this installation's webhook at the service. Times are ISO text in UTC. */
export type WebhookCheck = z.infer<typeof checkSchema>;

export async function findWebhookCheck(executor: Executor): Promise<WebhookCheck | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  const read = checkSchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

/** Stores the result of a check. Omitted values stay unchanged. */
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
