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
  /** Names of the headers it has sent along. */
  headers: z.array(z.string()).default([]),
  /** By which other values of them are noticed; "" without headers. */
  headersMark: z.string().default(""),
});
const listSchema = z.object({ readAt: z.string(), webhooks: z.array(listedSchema) });

/** A webhook of the account as the service last reported of it; its secret and its headers’ values are not kept. */
export type ListedWebhook = z.infer<typeof listedSchema>;
/** All of the account's webhooks, and when they were read (ISO text, UTC). */
export type WebhookList = z.infer<typeof listSchema>;

/** The account's webhooks as they were last read; null when never. */
export async function findWebhookList(executor: Executor): Promise<WebhookList | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  const read = listSchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

function asListed({ id, url, active, events, headers }: ServiceWebhook): ListedWebhook {
  const headersMark = headers.length === 0 ? "" : markOf(JSON.stringify(headers), `headers of webhook ${id}`);
  return { id, url, active, events, headers: headers.map(({ name }) => name), headersMark };
}

/** Keeps the account's webhooks as they were just read. */
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

/** What a person saw of a webhook, as one text: who changes it says so, and is notified when it is another by now. */
export function seenOf({ url, active, events, headersMark }: ListedWebhook): string {
  return JSON.stringify([url, active, [...events].sort(), headersMark]);
}

/** As `seenOf`, of a webhook as it stands at the service now. */
export function seenNow(webhook: ServiceWebhook): string {
  return seenOf(asListed(webhook));
}
