import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { normalizeNumber } from "@/lib/contract/container-number";
import type { SharedRow } from "@/lib/features/sharing/rules/shared-container";
import { deletedUpstreamAt } from "@/lib/mirror/deleted-upstream";
import type { Executor } from "@/lib/platform/database/client";
import { containing } from "@/lib/platform/database/like-pattern";
import { queryColumn } from "@/lib/platform/database/rows";
import { canBeId } from "@/lib/platform/database/storable-id";
import { ROWS_A_PAGE, shownRows } from "./read-shared";

/**
 * The ids of the containers a customer may see. One of the user's parties must have a role on the container or on its
 * shipment, or be the customer of its tracking request. Requests deleted upstream do not count. Empty for users who are
 * not customers or are disabled. This is the only place that defines this rule.
 */
const containersOf = (userId: string): SQL => sql`
  with mine as (select unnest(party_ids) as party_id from users
    where id = ${userId}::uuid and role = 'customer' and disabled_at is null)
  select r.roleable_id from party_roles r join mine using (party_id) where r.roleable_type not like '%shipment'
  union select c.id from party_roles r join mine using (party_id) join containers c on c.shipment_id = r.roleable_id
    where r.roleable_type like '%shipment'
  union select c.id from tracking_requests t join mine on mine.party_id = t.relationships #>> '{customer,data,id}'
    join containers c on c.shipment_id = t.shipment_id
    where ${deletedUpstreamAt("tracking_request", sql`t.id`)} is null`;

/** A page of the container list of a customer. `rows` include the ids of their pages, `page` starts at 1. */
export type CustomerContainers = {
  rows: { id: string; row: SharedRow }[];
  total: number;
  page: number;
  pages: number;
};

/** Whether this customer may see charges. */
export async function seesCharges(executor: Executor, userId: string): Promise<boolean> {
  const [sees = false] = await queryColumn(
    executor,
    z.boolean(),
    sql`select sees_charges as sees from users where id = ${userId}::uuid`,
  );
  return sees;
}

/**
 * Returns the containers of a customer in the order of the board. `q` filters by number, bill of lading or reference.
 */
export async function listCustomerContainers(
  executor: Executor,
  userId: string,
  { q, page: requested }: { q: string; page: number },
): Promise<CustomerContainers> {
  const searched = normalizeNumber(q);
  const matching = searched === "" ? sql`true` : sql`search like ${containing(searched)}`;
  const condition = sql`container_id in (${containersOf(userId)}) and ${matching}`;
  const [total = 0] = await queryColumn(
    executor,
    z.number(),
    sql`select count(*)::int as total from board_rows where ${condition}`,
  );
  const pages = Math.max(1, Math.ceil(total / ROWS_A_PAGE));
  const page = Math.min(Math.max(1, requested), pages);
  const ids = await queryColumn(
    executor,
    z.string(),
    sql`
      select container_id as id from board_rows where ${condition}
      order by picked_up, governing_ends_at asc nulls last, number collate "C", container_id collate "C"
      limit ${ROWS_A_PAGE} offset ${(page - 1) * ROWS_A_PAGE}`,
  );
  const charges = await seesCharges(executor, userId);
  const rows = await shownRows(executor, ids, { view: "customer", charges });
  return { rows, total, page, pages };
}

/** Whether the customer may see a container. */
export async function isCustomersContainer(executor: Executor, userId: string, id: string): Promise<boolean> {
  if (!canBeId(id)) return false;
  const { rows } = await executor.execute(
    sql`select 1 from (${containersOf(userId)}) as own (id) where own.id = ${id} limit 1`,
  );
  return rows.length > 0;
}
