import { sql } from "drizzle-orm";
import { isLoopbackHost } from "@/lib/config";
import { EVENTS } from "@/lib/contract/events";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { createWebhookSchema } from "@/lib/contract/requests";
import { webhookAttributesSchema } from "@/lib/contract/webhook";
import type { Database, Transaction } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/log";
import type { TrackingClient } from "@/lib/tracking/client";
import { eachPage } from "@/lib/tracking/pages";
import { findOwnWebhook, rememberOwnWebhook } from "@/lib/webhooks/own-webhook";

/** Where deliveries arrive, below the public address. */
export const WEBHOOK_PATH = "/api/webhooks/tracking";

const REGISTER_LOCK = 4_901_003;
const log = logger("webhook");

type Surroundings = { publicUrl: string; trackingApiUrl: string; webhookSecret: string | null };

/** Why no webhook registers itself, in words for the log; null when one does. */
function reasonAgainst({ publicUrl, trackingApiUrl, webhookSecret }: Surroundings): string | null {
  if (webhookSecret !== null) return "WEBHOOK_SECRET is set: one was registered by hand";
  if (isLoopbackHost(new URL(trackingApiUrl).hostname) || new URL(publicUrl).protocol === "https:")
    return null;
  return "PUBLIC_URL is not https, and the service of TRACKING_API_URL is not on this machine: it cannot deliver";
}

/** Whether a webhook may register itself: nobody did by hand, and the service can reach the public address. */
export function registersItself(surroundings: Surroundings): boolean {
  return reasonAgainst(surroundings) === null;
}

async function findRegistered(client: TrackingClient, url: string): Promise<JsonApiRecord | null> {
  for await (const { document } of eachPage(client, "webhooks")) {
    const found = document.data.find(
      ({ attributes }) => attributes?.url === url && attributes.active !== false,
    );
    if (found) return found;
  }
  return null;
}

/**
 * Makes sure that the service delivers to this installation: the webhook with its address is reused when its secret
 * is known, else one is created and the secret of the creation answer kept. One process at a time: of several that
 * start together the first creates it, the others find it.
 */
export async function ensureWebhook(
  db: Database,
  client: TrackingClient,
  surroundings: Surroundings,
): Promise<void> {
  const reason = reasonAgainst(surroundings);
  if (reason !== null) {
    log.info({ reason }, "no webhook registers itself");
    return;
  }
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${REGISTER_LOCK})`);
    await findOrCreate(tx, client, `${surroundings.publicUrl}${WEBHOOK_PATH}`);
  });
}

async function findOrCreate(tx: Transaction, client: TrackingClient, url: string): Promise<void> {
  const own = await findOwnWebhook(tx);
  const registered = await findRegistered(client, url);
  if (registered) {
    if (own?.id === registered.id) return;
    const { secret } = webhookAttributesSchema.parse(registered.attributes);
    if (secret) return rememberOwnWebhook(tx, { id: registered.id, url, secret });
  }
  const body = createWebhookSchema.parse({
    data: { type: "webhook", attributes: { url, active: true, events: [...EVENTS] } },
  });
  const { document } = await client.create("webhooks", body);
  const { secret } = webhookAttributesSchema.parse(document.data.attributes ?? {});
  if (!secret) throw new AppError("service_answer_unreadable", "The service gave the new webhook no secret.");
  await rememberOwnWebhook(tx, { id: document.data.id, url, secret });
  log.info({ webhook: document.data.id }, "webhook registered");
}
