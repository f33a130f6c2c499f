import { BlockList, isIP } from "node:net";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { deliveryAddressesSchema } from "@/lib/contract/webhook";
import type { Executor } from "@/lib/db/client";
import { installation } from "@/lib/db/schema";
import { AppError } from "@/lib/errors";
import type { TrackingClient } from "@/lib/tracking/client";

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

function blockOf(entry: string): { address: string; family: "ipv4" | "ipv6"; bits: number } | null {
  const [address = "", prefix] = entry.trim().split("/");
  const version = isIP(address);
  if (version === 0) return null;
  const most = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? most : Number(prefix);
  const whole = Number.isInteger(bits) && bits >= 0 && bits <= most;
  return whole ? { address, family: version === 4 ? "ipv4" : "ipv6", bits } : null;
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

/** The bare address of a header's text: the last of several is the proxy's own word; without port and brackets. */
function addressIn(text: string): string | null {
  const last = text.split(",").at(-1)?.trim() ?? "";
  const bare = last
    .replace(/^\[([^\]]+)\](:\d+)?$/, "$1")
    .replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(bare) === 0 ? null : bare;
}

/**
 * Whether a delivery may come from where the proxy's header says it does. Where the list is not known, empty, unreadable
 * or older than three days everybody may.
 */
export function isKnownSource(headerText: string | null, list: DeliveryAddresses | null, now: Date): boolean {
  if (!list || now.getTime() - Date.parse(list.fetchedAt) > TRUSTED_MS) return true;
  const blocks = list.addresses.flatMap((entry) => blockOf(entry) ?? []);
  if (!blocks.length || blocks.length < list.addresses.length) return true;
  const address = addressIn(headerText ?? "");
  if (address === null) return false;
  const known = new BlockList();
  for (const block of blocks) known.addSubnet(block.address, block.bits, block.family);
  return known.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/**
 * Refuses a delivery from an address the service does not list: `not_allowed`. Nothing is looked at where no header is
 * named; a list that cannot be read refuses nobody.
 */
export async function requireKnownSource(
  headers: Headers,
  header: string | null,
  source: { list: () => Promise<DeliveryAddresses | null>; refused: () => void },
): Promise<void> {
  if (header === null) return;
  const list = await source.list().catch(() => null);
  if (isKnownSource(headers.get(header), list, new Date())) return;
  source.refused();
  throw new AppError("not_allowed", "Deliveries are taken from the service's own addresses alone.");
}
