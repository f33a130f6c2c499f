import { type SQL, sql } from "drizzle-orm";
import { normalizeNumber } from "@/lib/contract/container-number";
import {
  SHIPMENT_CHOICES,
  type ShipmentChoice,
  type ShipmentQuery,
} from "@/lib/features/shipments/rules/shipment-address";
import { containing } from "@/lib/platform/database/like-pattern";

const list = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;

/** The columns of a shipment `s` that the filters compare. */
export const SHIPMENT_VALUES = {
  lading: sql`s.attributes ->> 'port_of_lading_locode'`,
  discharge: sql`s.attributes ->> 'port_of_discharge_locode'`,
  line: sql`s.attributes ->> 'shipping_line_scac'`,
} as const;

/**
 * Parties with their shipments and roles: on the shipment, on one of its containers, or as customer of the tracking
 * request. Columns: party_id, shipment_id, role.
 */
export const PARTY_SHIPMENTS: SQL = sql`
  select r.party_id, r.roleable_id as shipment_id, r.role from party_roles r
    where r.roleable_type like '%shipment'
  union select r.party_id, c.shipment_id, r.role from party_roles r join containers c on c.id = r.roleable_id
    where c.shipment_id is not null
  union select t.relationships #>> '{customer,data,id}', t.shipment_id, 'customer' from tracking_requests t
    where t.shipment_id is not null and t.relationships #>> '{customer,data,id}' is not null`;

function choiceCondition(id: ShipmentChoice, values: readonly string[]): SQL {
  if (id !== "party") return sql`${SHIPMENT_VALUES[id]} = any(${list(values)})`;
  return sql`s.id in (select p.shipment_id from (${PARTY_SHIPMENTS}) p where p.party_id = any(${list(values)}))`;
}

/** Condition for the shipments `s` that match a query. The search ignores case, spaces and dashes. */
export function shipmentCondition({ number, stopped, choices, from, to }: ShipmentQuery): SQL {
  const conditions: SQL[] = [sql`true`];
  const requested = normalizeNumber(number);
  if (requested)
    conditions.push(sql`(exists (select from unnest(s.search_keys) key where key like ${containing(requested)})
      or exists (select from tracking_requests t where t.shipment_id = s.id and t.number_key = ${requested}))`);
  if (stopped)
    conditions.push(
      stopped === "yes" ? sql`s.tracking_stopped_at is not null` : sql`s.tracking_stopped_at is null`,
    );
  for (const id of SHIPMENT_CHOICES)
    if (choices[id].length > 0) conditions.push(choiceCondition(id, choices[id]));
  if (from) conditions.push(sql`s.arrives_on >= ${from}::date`);
  if (to) conditions.push(sql`s.arrives_on <= ${to}::date`);
  return sql.join(conditions, sql` and `);
}
