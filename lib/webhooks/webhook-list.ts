import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/db/client";
import { installation } from "@/lib/db/schema";

const NAME = "account_webhooks";

const listedSchema = z.object({
  id: z.string(),
  url: z.string(),
  active: z.boolean(),
  events: z.array(z.string()),
});
const listSchema = z.object({ readAt: z.string(), webhooks: z.array(listedSchema) });

/** A webhook of the account as the service last told of it; its secret is not kept. */
export type ListedWebhook = z.infer<typeof listedSchema>;
/** All of the account's webhooks, and when they were read (ISO text, UTC). */
export type WebhookList = z.infer<typeof listSchema>;

/** The account's webhooks as they were last read; null when never. */
export async function findWebhookList(executor: Executor): Promise<WebhookList | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  const read = listSchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

/** Keeps the account's webhooks as they were just read. */
export async function noteWebhookList(executor: Executor, webhooks: readonly ListedWebhook[]): Promise<void> {
  const value: WebhookList = {
    readAt: new Date().toISOString(),
    webhooks: webhooks.map(({ id, url, active, events }) => ({ id, url, active, events })),
  };
  await executor
    .insert(installation)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: installation.name, set: { value, updatedAt: sql`clock_timestamp()` } });
}

/** What a person saw of a webhook, as one text: who changes it says so, and is told when it is another by now. */
export function seenOf({ url, active, events }: Omit<ListedWebhook, "id">): string {
  return JSON.stringify([url, active, [...events].sort()]);
}
