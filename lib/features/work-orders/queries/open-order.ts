import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type AccessToken, findAccessToken, tokenColumns, tokenState } from "@/lib/auth/tokens/access-tokens";
import type { Container } from "@/lib/domain/container/container-facts";
import { changedTerms, orderTerms, type TermId } from "@/lib/domain/work-order/order-terms";
import type { OrderTerms } from "@/lib/domain/work-order/work-order";
import type { OrderContact } from "@/lib/features/work-orders/rules";
import { loadContainers } from "@/lib/mirror/load-containers";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows, storedJson } from "@/lib/platform/database/rows";
import { accessTokens, workOrders } from "@/lib/platform/database/schema/schema";

/** An order as it is stored. Our own code wrote its terms. */
export type StoredOrder = Omit<typeof workOrders.$inferSelect, "terms"> & { terms: OrderTerms };

/** An order whose carrier can respond: with its container, the carrier's name and the end of its link. */
export type OpenOrder = { order: StoredOrder; container: Container; carrier: string; expiresAt: Date };

/**
 * The result of opening a link. Tokens that are unknown, or of another kind, give the same result. `replaced`: the order was
 * sent again with another link.
 */
export type OrderVisit =
  | { state: "unknown" }
  | { state: "expired" | "withdrawn" | "replaced"; contact: OrderContact | null }
  | ({ state: "open"; token: AccessToken } & OpenOrder);

export const contactOf = ({ contactName, contactPhone, contactEmail }: StoredOrder): OrderContact => ({
  name: contactName,
  phone: contactPhone,
  email: contactEmail,
});

async function findStored(executor: Executor, which: SQL, forUpdate: boolean): Promise<StoredOrder | null> {
  const select = executor.select().from(workOrders).where(which);
  const [stored] = await (forUpdate ? select.for("update") : select);
  return stored ? { ...stored, terms: stored.terms as OrderTerms } : null;
}

/** The settings of a work order's token: the order that it was made for. */
export const orderTokenSettings = z.object({ orderId: z.uuid() });

/** The contact of an order whose link was replaced by a newer one. Null for a link from before orders were noted. */
async function contactOfReplaced(
  executor: Executor,
  { settings }: AccessToken,
): Promise<OrderContact | null> {
  const read = orderTokenSettings.safeParse(settings);
  const order = read.success && (await findStored(executor, eq(workOrders.id, read.data.orderId), false));
  return order ? contactOf(order) : null;
}

/** Reads the order of a token. A carrier that is no longer assigned has no order, also before it is withdrawn. */
async function readOrder(
  executor: Executor,
  token: AccessToken,
  { now, forUpdate }: { now: Date; forUpdate: boolean },
): Promise<OrderVisit> {
  const order = await findStored(executor, eq(workOrders.tokenId, token.id), forUpdate);
  if (!order || token.expiresAt === null)
    return { state: "replaced", contact: await contactOfReplaced(executor, token) };
  const contact = contactOf(order);
  const state = tokenState(token, now);
  if (order.withdrawnAt || state === "revoked") return { state: "withdrawn", contact };
  const [container] = await loadContainers(executor, [order.containerId]);
  const carrier = container?.drayCarriers.find(({ partyId }) => partyId === order.partyId);
  if (!container || !carrier) return { state: "withdrawn", contact };
  if (state === "expired") return { state, contact };
  return { state: "open", token, order, container, carrier: carrier.name, expiresAt: token.expiresAt };
}

/** Opens the link of a work order. */
export async function visitOrder(executor: Executor, input: string, now: Date): Promise<OrderVisit> {
  const token = await findAccessToken(executor, "order", input);
  return token ? readOrder(executor, token, { now, forUpdate: false }) : { state: "unknown" };
}

/** Reads the order of a link again and holds it until the transaction ends, so that it is changed once at a time. */
export async function holdOrder(executor: Executor, tokenId: string, now: Date): Promise<OrderVisit> {
  const [token] = await executor.select(tokenColumns).from(accessTokens).where(eq(accessTokens.id, tokenId));
  return token ? readOrder(executor, token, { now, forUpdate: true }) : { state: "unknown" };
}

/** Finds an order by its id, also when its link has expired. Null for one that is withdrawn or unknown. */
export async function findOrder(executor: Executor, id: string): Promise<OpenOrder | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [found] = await executor
    .select({ token: tokenColumns })
    .from(workOrders)
    .innerJoin(accessTokens, eq(accessTokens.id, workOrders.tokenId))
    .where(eq(workOrders.id, id));
  // The expiry ends the link, not the order.
  const visit = found && (await readOrder(executor, found.token, { now: new Date(0), forUpdate: false }));
  return visit?.state === "open" ? visit : null;
}

/** The terms that differ from those of the stored version. */
export const unseenTerms = ({ order, container }: OpenOrder): TermId[] =>
  changedTerms(order.terms, orderTerms(container, order.instructions));

const versionSchema = z.object({ terms: storedJson<OrderTerms>() });

/** The terms of a version of an order. Null for an unknown version. */
export async function findTerms(
  executor: Executor,
  orderId: string,
  version: number,
): Promise<OrderTerms | null> {
  const [found] = await queryRows(
    executor,
    versionSchema,
    sql`
      select data -> 'terms' as terms from work_order_events
      where order_id = ${orderId}::uuid and version = ${version} and kind in ('sent', 'changed')
      order by id limit 1`,
  );
  return found?.terms ?? null;
}

/** How many earlier versions a page compares with. */
const MAX_VERSIONS = 50;

const versionsSchema = z.object({ version: z.number(), terms: storedJson<OrderTerms>() });

/** The terms by which the versions of an order before `version` differ from `terms`, by version. */
export async function listDifferences(
  executor: Executor,
  orderId: string,
  { version, terms }: { version: number; terms: OrderTerms },
): Promise<Record<string, TermId[]>> {
  if (version <= 1) return {};
  const rows = await queryRows(
    executor,
    versionsSchema,
    sql`
      select distinct on (version) version, data -> 'terms' as terms from work_order_events
      where order_id = ${orderId}::uuid and version < ${version} and kind in ('sent', 'changed')
      order by version desc, id limit ${MAX_VERSIONS}`,
  );
  return Object.fromEntries(rows.map((row) => [row.version, changedTerms(row.terms, terms)]));
}
