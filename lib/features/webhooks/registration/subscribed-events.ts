import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { EVENTS } from "@/lib/contract/events";
import type { Executor } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";

const NAME = "webhook_choice";

const choiceSchema = z.object({
  /** False after a user removed the webhook. It is then not registered automatically. */
  wanted: z.boolean().default(true),
  /** Null: all events, including those of later versions. */
  events: z.array(z.enum(EVENTS)).nullable().catch(null).default(null),
});

/** The choices of the user for this installation's webhook. */
export type WebhookChoice = z.infer<typeof choiceSchema>;

export async function readWebhookChoice(executor: Executor): Promise<WebhookChoice> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  return choiceSchema.catch({ wanted: true, events: null }).parse(row?.value ?? {});
}

export async function writeWebhookChoice(executor: Executor, choice: Partial<WebhookChoice>): Promise<void> {
  const value = { ...(await readWebhookChoice(executor)), ...choice };
  await executor
    .insert(installation)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: installation.name, set: { value, updatedAt: sql`clock_timestamp()` } });
}
