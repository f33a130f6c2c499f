import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { deliveryAddressesSchema } from "@/lib/contract/webhook";
import { bareAddress, isInBlocks, readAddressBlock, type Settings } from "@/lib/platform/config/config";
import type { Executor } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import type { TrackingClient } from "@/lib/tracking-client/client";

const NAME = "delivery_addresses";
const HOUR_MS = 3_600_000;
const REFRESH_MS = 24 * HOUR_MS;
/** After a refusal the list is read sooner, since the service may send from a new address. */
const REFRESH_AFTER_REFUSAL_MS = 5 * 60_000;
/** An older list refuses nobody: the service has moved on, and deliveries are worth more than the check. */
const TRUSTED_MS = 72 * HOUR_MS;

const listSchema = z.object({
  addresses: z.array(z.string()),
  fetchedAt: z.string(),
  refusedAt: z.string().nullable().default(null),
});

/** The addresses the service delivers from, as it last listed them. Instants are ISO text in UTC. */
export type DeliveryAddresses = z.infer<typeof listSchema>;

export async function findDeliveryAddresses(executor: Executor): Promise<DeliveryAddresses | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  const read = listSchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

/** Reads the list from the service when it is due; answers whether it did. Throws what the client throws. */
export async function refreshDeliveryAddresses(
  executor: Executor,
  client: TrackingClient,
  now = new Date(),
): Promise<boolean> {
  const known = await findDeliveryAddresses(executor);
  const age = known ? now.getTime() - Date.parse(known.fetchedAt) : Number.POSITIVE_INFINITY;
  const wanted = (known?.refusedAt ?? "") > (known?.fetchedAt ?? "") && age >= REFRESH_AFTER_REFUSAL_MS;
  if (age < REFRESH_MS && !wanted) return false;
  await fetchDeliveryAddresses(executor, client, now);
  return true;
}

/** Reads the list from the service now. Throws what the client throws. */
export async function fetchDeliveryAddresses(
  executor: Executor,
  client: TrackingClient,
  now = new Date(),
): Promise<void> {
  const { document } = await client.getPlain("webhooks/ips", deliveryAddressesSchema);
  const value = {
    addresses: document.webhook_notification_ips,
    fetchedAt: now.toISOString(),
    refusedAt: null,
  };
  await executor
    .insert(installation)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: installation.name, set: { value, updatedAt: sql`clock_timestamp()` } });
}

/** Notes that somebody was refused, so that the list is read anew soon. */
export async function noteRefusedSource(executor: Executor, now = new Date()): Promise<void> {
  await executor.execute(sql`
    update installation set value = value || jsonb_build_object('refusedAt', ${now.toISOString()}::text)
    where name = ${NAME}`);
}

/**
 * Whether a delivery may come from an address; of a list of addresses the last one counts, which the proxy wrote. Where the
 * service's list is not known, empty, unreadable or older than three days everybody may.
 */
export function isKnownSource(
  addressText: string | null,
  list: DeliveryAddresses | null,
  now: Date,
): boolean {
  if (!list || now.getTime() - Date.parse(list.fetchedAt) > TRUSTED_MS) return true;
  const blocks = list.addresses.flatMap((entry) => readAddressBlock(entry) ?? []);
  if (!blocks.length || blocks.length < list.addresses.length) return true;
  const address = bareAddress(addressText?.split(",").at(-1) ?? "");
  return address !== null && isInBlocks(blocks, address);
}

/**
 * How the address of a delivery is found that is compared with the service's list. `client`: as for every request, by
 * TRUSTED_PROXIES. `header`: TRUSTED_PROXY_HEADER alone is set, and is believed from every peer, as before there was
 * TRUSTED_PROXIES. `none`: not compared; our own service on this machine is not, unless the header is set.
 */
export function sourceCheck(
  settings: Pick<Settings, "trustedProxies" | "trustedProxyHeader" | "trackingServiceEmbedded">,
): "none" | "header" | "client" {
  const { trustedProxies, trustedProxyHeader, trackingServiceEmbedded } = settings;
  if (trustedProxies === null) return trustedProxyHeader === null ? "none" : "header";
  return trackingServiceEmbedded && trustedProxyHeader === null ? "none" : "client";
}

/**
 * Refuses a delivery from an address the service does not list: `not_allowed`. A list that cannot be read refuses nobody.
 */
export async function requireKnownSource(
  addressText: string | null,
  source: { list: () => Promise<DeliveryAddresses | null>; refused: () => void },
): Promise<void> {
  const list = await source.list().catch(() => null);
  if (isKnownSource(addressText, list, new Date())) return;
  source.refused();
  throw new AppError("not_allowed", "Deliveries are taken from the service's own addresses alone.");
}
