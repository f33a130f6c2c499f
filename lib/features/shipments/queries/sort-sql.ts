import { type SQL, sql } from "drizzle-orm";
import type { ShipmentOrder, ShipmentSort } from "@/lib/features/shipments/rules/sort-orders";
import {
  CONTAINER_STATES,
  type ContainerState,
  SOON_DAYS,
} from "@/lib/features/shipments/rules/worst-container";

const rank = (status: ContainerState): SQL => sql.raw(String(CONTAINER_STATES.indexOf(status)));

/**
 * How the container of a board row `b` stands, as its rank in CONTAINER_STANDINGS: `containerState` of lib/features/shipments/rules/worst-container, reported by
 * the row's columns. A container that was picked up and is in no window of empty-due is back.
 */
const status = (now: Date): SQL => sql`case
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

/** The worst container of each shipment: its rank, then the time at which its deadline or return due date ends. */
const worstContainers = (now: Date): SQL => sql`left join (
  select c.shipment_id, min(array[${status(now)}, coalesce(extract(epoch from
      case when b.picked_up then b.return_due_at else b.governing_ends_at end)::float8, 'infinity')]) as worst
  from board_rows b join containers c on c.id = b.container_id
  where c.shipment_id is not null group by c.shipment_id) containers on containers.shipment_id = s.id`;

/** The values that each order compares, from the shipment `s` and, for the worst container, from `containers`. */
const SORTS: Record<ShipmentSort, SQL> = {
  number: sql`s.search_keys[1] collate "C"`,
  eta: sql`coalesce(s.arrived_at, s.eta_at)`,
  drift: sql`s.eta_drift`,
  worst: sql`containers.worst`,
  created: sql`s.created_at`,
};

/** No further events are expected: the shipment arrived, or its tracking is stopped. */
const OVER = sql`(s.arrived_at is not null or s.tracking_stopped_at is not null)`;

/** The default order (lib/features/shipments/rules/shipment-address.ts). It uses the index shipments_soonest. */
const OWN = sql`${OVER}, (case when not ${OVER} then s.eta_at end), coalesce(s.arrived_at, s.eta_at) desc nulls last, s.id`;

/** Order of the shipments `s` with missing values last, and the joins it needs. */
export function shipmentOrder(order: ShipmentOrder | null, now: Date): { order: SQL; join: SQL } {
  if (order === null) return { order: OWN, join: sql`` };
  const direction = order.descending ? sql`desc nulls last` : sql`asc nulls last`;
  return {
    order: sql`${SORTS[order.by]} ${direction}, ${OWN}`,
    join: order.by === "worst" ? worstContainers(now) : sql``,
  };
}
