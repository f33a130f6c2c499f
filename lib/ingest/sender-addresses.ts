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
/** After a refusal the list is refetched sooner, since the service may send from a new address. */
const REFRESH_AFTER_REFUSAL_MS = 5 * 60_000;
/**
 * An older list refuses no delivery: the service may use new addresses, and a lost delivery is worse than a skipped
 * check.
 */
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

/** Fetches the list from the service when it is due. Returns whether it did. Throws the client's errors. */
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

/** Fetches the list from the service now. Throws the client's errors. */
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

/** Records that a delivery was refused, so that the list is refetched soon. */
export async function noteRefusedSource(executor: Executor, now = new Date()): Promise<void> {
  await executor.execute(sql`
    update installation set value = value || jsonb_build_object('refusedAt', ${now.toISOString()}::text)
    where name = ${NAME}`);
}

/**
 * Returns whether an address may deliver. In a list of addresses the last one is checked, because the proxy wrote it.
 * If the service's list is unknown, empty, unreadable or older than three days, every address may deliver.
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
 * Returns how to find the delivery address that is compared with the service's list.
 * `client`: as for every request, by TRUSTED_PROXIES.
 * `header`: only TRUSTED_PROXY_HEADER is set; it is trusted from every peer, for compatibility with setups without
 * TRUSTED_PROXIES.
 * `none`: no comparison. This includes our own service on this machine, unless the header is set.
 */
export function sourceCheck(
  settings: Pick<Settings, "trustedProxies" | "trustedProxyHeader" | "trackingServiceEmbedded">,
): "none" | "header" | "client" {
  const { trustedProxies, trustedProxyHeader, trackingServiceEmbedded } = settings;
  if (trustedProxies === null) return trustedProxyHeader === null ? "none" : "header";
  return trackingServiceEmbedded && trustedProxyHeader === null ? "none" : "client";
}

/**
 * Throws `not_allowed` for a delivery from an address the service does not list. A list that cannot be read refuses no
 * delivery.
 */
export async function requireKnownSource(
  addressText: string | null,
  source: { list: () => Promise<DeliveryAddresses | null>; refused: () => void },
): Promise<void> {
  const list = await source.list().catch(() => null);
  if (isKnownSource(addressText, list, new Date())) return;
  source.refused();
  throw new AppError("not_allowed", "Deliveries are accepted only from the service's addresses.");
}
