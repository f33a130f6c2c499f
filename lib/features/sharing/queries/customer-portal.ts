import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { normalizeNumber } from "@/lib/contract/container-number";
import { recordOf } from "@/lib/features/board/rules/filters";
import { PORTAL_FILTERS, type PortalFilter, statesOf } from "@/lib/features/sharing/rules/portal";
import type { SharedRow } from "@/lib/features/sharing/rules/shared-container";
import { deletedUpstreamAt } from "@/lib/mirror/deleted-upstream";
import type { Executor } from "@/lib/platform/database/client";
import { containing } from "@/lib/platform/database/like-pattern";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
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
  /** The containers of each filter that match the search. */
  counts: Record<PortalFilter, number>;
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

function matching(userId: string, q: string): SQL {
  const searched = normalizeNumber(q);
  const found = searched === "" ? sql`true` : sql`search like ${containing(searched)}`;
  return sql`container_id in (${containersOf(userId)}) and ${found}`;
}

function inFilter(filter: PortalFilter): SQL {
  const states = statesOf(filter);
  return states === null ? sql`true` : sql`readiness = any(${sql.param([...states])}::text[])`;
}

const ORDER = sql`picked_up, governing_ends_at asc nulls last, number collate "C", container_id collate "C"`;

const stateCountSchema = z.object({ state: z.string(), containers: z.number() });

async function countFilters(
  executor: Executor,
  userId: string,
  q: string,
): Promise<CustomerContainers["counts"]> {
  const counted = await queryRows(
    executor,
    stateCountSchema,
    sql`
      select readiness as state, count(*)::int as containers from board_rows where ${matching(userId, q)} group by 1`,
  );
  const count = (filter: PortalFilter): number => {
    const states: readonly string[] | null = statesOf(filter);
    return counted.reduce(
      (sum, { state, containers }) => (states === null || states.includes(state) ? sum + containers : sum),
      0,
    );
  };
  return recordOf(
    PORTAL_FILTERS.map(({ id }) => id),
    count,
  );
}

type Requested = { q: string; filter: PortalFilter };

/** Maximum number of containers in a customer's file. */
const MAX_EXPORTED = 20_000;
const EXPORT_BATCH = 200;

/** The containers of a customer in batches, in the order of the list. */
export async function* exportCustomerContainers(
  executor: Executor,
  userId: string,
  { q, filter }: Requested,
): AsyncGenerator<SharedRow[]> {
  const charges = await seesCharges(executor, userId);
  const ids = await queryColumn(
    executor,
    z.string(),
    sql`
      select container_id as id from board_rows where ${matching(userId, q)} and ${inFilter(filter)}
      order by ${ORDER} limit ${MAX_EXPORTED}`,
  );
  for (let at = 0; at < ids.length; at += EXPORT_BATCH) {
    const rows = await shownRows(executor, ids.slice(at, at + EXPORT_BATCH), { view: "customer", charges });
    yield rows.map(({ row }) => row);
  }
}

/**
 * Returns the containers of a customer in the order of the board. `q` filters by number, bill of lading or reference.
 */
export async function listCustomerContainers(
  executor: Executor,
  userId: string,
  { q, filter, page: requested }: Requested & { page: number },
): Promise<CustomerContainers> {
  const counts = await countFilters(executor, userId, q);
  const total = counts[filter];
  const pages = Math.max(1, Math.ceil(total / ROWS_A_PAGE));
  const page = Math.min(Math.max(1, requested), pages);
  const ids = await queryColumn(
    executor,
    z.string(),
    sql`
      select container_id as id from board_rows where ${matching(userId, q)} and ${inFilter(filter)}
      order by ${ORDER} limit ${ROWS_A_PAGE} offset ${(page - 1) * ROWS_A_PAGE}`,
  );
  const charges = await seesCharges(executor, userId);
  const rows = await shownRows(executor, ids, { view: "customer", charges });
  return { rows, counts, total, page, pages };
}

/** Which of these containers the customer may see. */
export async function customersContainers(
  executor: Executor,
  userId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set(
    await queryColumn(
      executor,
      z.string(),
      sql`select own.id from (${containersOf(userId)}) as own (id)
        where own.id = any(${sql.param([...ids])}::text[])`,
    ),
  );
}

/** Whether the customer may see a container. */
export async function isCustomersContainer(executor: Executor, userId: string, id: string): Promise<boolean> {
  return canBeId(id) && (await customersContainers(executor, userId, [id])).has(id);
}
