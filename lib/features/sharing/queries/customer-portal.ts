import { type SQL, sql } from "drizzle-orm";
import { normalizeNumber } from "@/lib/contract/container-number";
import type { ShownRow } from "@/lib/features/sharing/rules/shared-container";
import { vanishedAt } from "@/lib/mirror/deleted-upstream";
import type { Executor } from "@/lib/platform/database/client";
import { containing } from "@/lib/platform/database/like-pattern";
import { canBeId } from "@/lib/platform/database/storable-id";
import { ROWS_A_PAGE, shownRows } from "./read-shared";

/**
 * The ids of the containers a customer may see: those whose own parties, whose shipment's parties or whose customer it was
 * tracked for, by a request that is not gone, is among the parties of the user. Nobody's, for who is no customer or
 * disabled. The one place that says so.
 */
const containersOf = (userId: string): SQL => sql`
  with mine as (select unnest(party_ids) as party_id from users
    where id = ${userId}::uuid and role = 'customer' and disabled_at is null)
  select r.roleable_id from party_roles r join mine using (party_id) where r.roleable_type not like '%shipment'
  union select c.id from party_roles r join mine using (party_id) join containers c on c.shipment_id = r.roleable_id
    where r.roleable_type like '%shipment'
  union select c.id from tracking_requests t join mine on mine.party_id = t.relationships #>> '{customer,data,id}'
    join containers c on c.shipment_id = t.shipment_id
    where ${vanishedAt("tracking_request", sql`t.id`)} is null`;

/** What a customer's list shows; `rows` with the ids of their pages, `page` counts from 1. */
export type CustomerContainers = {
  rows: { id: string; row: ShownRow }[];
  total: number;
  page: number;
  pages: number;
};

/** Whether charges are among what this customer is shown. */
export async function seesCharges(executor: Executor, userId: string): Promise<boolean> {
  const { rows } = await executor.execute<{ sees: boolean }>(
    sql`select sees_charges as sees from users where id = ${userId}::uuid`,
  );
  return rows[0]?.sees ?? false;
}

/** A customer's containers in the board's order; `q` narrows them by number, bill of lading or reference. */
export async function listCustomerContainers(
  executor: Executor,
  userId: string,
  { q, page: asked }: { q: string; page: number },
): Promise<CustomerContainers> {
  const searched = normalizeNumber(q);
  const matching = searched === "" ? sql`true` : sql`search like ${containing(searched)}`;
  const condition = sql`container_id in (${containersOf(userId)}) and ${matching}`;
  const counted = await executor.execute<{ total: number }>(
    sql`select count(*)::int as total from board_rows where ${condition}`,
  );
  const total = counted.rows[0]?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / ROWS_A_PAGE));
  const page = Math.min(Math.max(1, asked), pages);
  const { rows: found } = await executor.execute<{ id: string }>(sql`
    select container_id as id from board_rows where ${condition}
    order by picked_up, governing_ends_at asc nulls last, number collate "C", container_id collate "C"
    limit ${ROWS_A_PAGE} offset ${(page - 1) * ROWS_A_PAGE}`);
  const ids = found.map(({ id }) => id);
  const charges = await seesCharges(executor, userId);
  const rows = await shownRows(executor, ids, { view: "customer", charges });
  return { rows, total, page, pages };
}

/** Whether a container is one of the customer's own. */
export async function isCustomersContainer(executor: Executor, userId: string, id: string): Promise<boolean> {
  if (!canBeId(id)) return false;
  const { rows } = await executor.execute(
    sql`select 1 from (${containersOf(userId)}) as own (id) where own.id = ${id} limit 1`,
  );
  return rows.length > 0;
}
