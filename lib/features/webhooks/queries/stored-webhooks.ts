import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";
import { markOf } from "@/lib/platform/secrets/fingerprint";
import type { ServiceWebhook } from "./account-webhooks";

const NAME = "account_webhooks";

const listedSchema = z.object({
  id: z.string(),
  url: z.string(),
  active: z.boolean(),
  events: z.array(z.string()),
  /** Names of the custom headers of its deliveries. */
  headers: z.array(z.string()).default([]),
  /** A fingerprint to detect changed header values. "" without headers. */
  headersMark: z.string().default(""),
});
const listSchema = z.object({ readAt: z.string(), webhooks: z.array(listedSchema) });

/** A webhook of the account as last returned by the service. Its secret and its header values are not stored. */
export type ListedWebhook = z.infer<typeof listedSchema>;
/** All webhooks of the account and the time they were read (ISO text, UTC). */
export type WebhookList = z.infer<typeof listSchema>;

/** Returns the webhooks of the account as last read. Null if they were never read. */
export async function findWebhookList(executor: Executor): Promise<WebhookList | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  const read = listSchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

function asListed({ id, url, active, events, headers }: ServiceWebhook): ListedWebhook {
  const headersMark = headers.length === 0 ? "" : markOf(JSON.stringify(headers), `headers of webhook ${id}`);
  return { id, url, active, events, headers: headers.map(({ name }) => name), headersMark };
}

/** Stores the webhooks of the account as just read. */
export async function noteWebhookList(
  executor: Executor,
  webhooks: readonly ServiceWebhook[],
): Promise<void> {
  const value: WebhookList = {
    readAt: new Date().toISOString(),
    webhooks: webhooks.map(asListed),
  };
  await executor
    .insert(installation)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: installation.name, set: { value, updatedAt: sql`clock_timestamp()` } });
}

/**
 * Returns the displayed state of a webhook as one text. An edit includes it, so that a change made in the meantime is
 * detected.
 */
export function seenOf({ url, active, events, headersMark }: ListedWebhook): string {
  return JSON.stringify([url, active, [...events].sort(), headersMark]);
}

/** Like `seenOf`, for the current state of a webhook at the service. */
export function seenNow(webhook: ServiceWebhook): string {
  return seenOf(asListed(webhook));
}
