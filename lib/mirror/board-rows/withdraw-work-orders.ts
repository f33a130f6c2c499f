import { sql } from "drizzle-orm";
import type { Container } from "@/lib/domain/container/container-facts";
import type { OpenWorkOrder } from "@/lib/domain/work-order/work-order";
import type { Transaction } from "@/lib/platform/database/client";

const isAssigned = ({ drayCarriers }: Container, { partyId }: OpenWorkOrder): boolean =>
  drayCarriers.some((carrier) => carrier.partyId === partyId);

/**
 * Withdraws the work orders of dray carriers that are no longer assigned, and ends their links. A carrier that is assigned
 * again needs a new order. Returns the containers with the orders that are left.
 */
export async function withdrawOrders(
  tx: Transaction,
  containers: readonly Container[],
): Promise<Container[]> {
  const removed = containers.flatMap((container) =>
    container.team.workOrders.flatMap((order) => (isAssigned(container, order) ? [] : order.id)),
  );
  if (removed.length === 0) return [...containers];
  await tx.execute(sql`
    with ended as (
      update work_orders set withdrawn_at = clock_timestamp()
      where id = any(${sql.param(removed)}::uuid[]) and withdrawn_at is null
      returning id, version, token_id
    ), revoked as (
      update access_tokens set revoked_at = clock_timestamp()
      where id in (select token_id from ended) and revoked_at is null
    )
    insert into work_order_events (order_id, at, kind, version)
    select id, clock_timestamp(), 'carrier_removed', version from ended`);
  return containers.map((container) => {
    const workOrders = container.team.workOrders.filter((order) => isAssigned(container, order));
    return { ...container, team: { ...container.team, workOrders } };
  });
}
