import { type SQL, sql } from "drizzle-orm";
import type { ShipmentOrder, ShipmentSort } from "@/lib/features/shipments/rules/sort-orders";
import {
  CONTAINER_STANDINGS,
  type ContainerStanding,
  SOON_DAYS,
} from "@/lib/features/shipments/rules/worst-container";

const rank = (standing: ContainerStanding): SQL => sql.raw(String(CONTAINER_STANDINGS.indexOf(standing)));

/**
 * How the container of a board row `b` stands, as its rank in CONTAINER_STANDINGS: `containerStanding` of lib/features/shipments/rules/worst-container, reported by
 * the row's columns. A container that was picked up and is in no window of empty-due is back.
 */
const standing = (now: Date): SQL => sql`case
  when b.picked_up then case
    when b.empty_due_to is not null then ${rank("returned")}
    when b.return_due_at <= ${now} then ${rank("return_late")}
    else ${rank("out")} end
  when b.governing_ends_at <= ${now} then ${rank("expired")}
  when b.governing_on <= (${now}::timestamptz at time zone coalesce(b.governing_zone, 'UTC'))::date + ${SOON_DAYS}::int
    then case when b.readiness = 'ready' then ${rank("due")} else ${rank("due_stuck")} end
  when b.readiness = 'held' then ${rank("held")}
  when b.readiness in ('not_available', 'unknown') then ${rank("stuck")}
  when b.readiness = 'ready' then ${rank("ready")}
  else ${rank("coming")} end`;

/** The worst container of each shipment: its rank, then the instant that ends what makes it stand so. */
const worstContainers = (now: Date): SQL => sql`left join (
  select c.shipment_id, min(array[${standing(now)}, coalesce(extract(epoch from
      case when b.picked_up then b.return_due_at else b.governing_ends_at end)::float8, 'infinity')]) as worst
  from board_rows b join containers c on c.id = b.container_id
  where c.shipment_id is not null group by c.shipment_id) containers on containers.shipment_id = s.id`;

/** What each order compares, of a shipment `s` and, by its worst container, of `containers`. */
const SORTS: Record<ShipmentSort, SQL> = {
  number: sql`s.search_keys[1] collate "C"`,
  eta: sql`coalesce(s.arrived_at, s.eta_at)`,
  drift: sql`s.eta_drift`,
  worst: sql`containers.worst`,
  created: sql`s.created_at`,
};

/** Nothing is expected of it any more: it arrived, or the line is no longer asked. */
const OVER = sql`(s.arrived_at is not null or s.tracking_stopped_at is not null)`;

/** As the list goes by itself (lib/features/shipments/rules/shipment-address): the index shipments_soonest has it. */
const OWN = sql`${OVER}, (case when not ${OVER} then s.eta_at end), coalesce(s.arrived_at, s.eta_at) desc nulls last, s.id`;

/** The order of the shipments `s`, those without a value last, and what has to be joined for it. */
export function shipmentOrder(order: ShipmentOrder | null, now: Date): { order: SQL; join: SQL } {
  if (order === null) return { order: OWN, join: sql`` };
  const direction = order.descending ? sql`desc nulls last` : sql`asc nulls last`;
  return {
    order: sql`${SORTS[order.by]} ${direction}, ${OWN}`,
    join: order.by === "worst" ? worstContainers(now) : sql``,
  };
}
