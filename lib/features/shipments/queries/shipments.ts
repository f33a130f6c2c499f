import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { shipmentAttributesSchema } from "@/lib/contract/shipment";
import { narrowsShipments, type ShipmentQuery } from "@/lib/features/shipments/rules/shipment-address";
import {
  type ShipmentContainer,
  type ShipmentRow,
  shipmentRow,
} from "@/lib/features/shipments/rules/shipment-row";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import { deletedUpstreamAt } from "@/lib/mirror/deleted-upstream";
import type { Executor } from "@/lib/platform/database/client";
import type { PageRange } from "@/lib/platform/database/page-range";
import { queryColumn, queryRows, storedJson } from "@/lib/platform/database/rows";
import { PARTY_SHIPMENTS, SHIPMENT_VALUES, shipmentCondition } from "./filter-sql";
import { shipmentOrder } from "./sort-sql";

/**
 * A page of the shipment list. `asOf` is the time at which it is valid (ISO 8601, UTC), `total` the number of matching
 * shipments, `all` that of the account.
 */
export type ShipmentList = { rows: ShipmentRow[]; total: number; all: number; asOf: string };

/**
 * The fields of a container's board row `b` used by the list. The row is large and compressed, so all fields are
 * extracted at once.
 */
const REPORTED_OF_ROW = sql`jsonb_to_record(${shownRow("b")}) as reported (number text, deadline jsonb, readiness jsonb, status jsonb,
  holds jsonb, "returnDue" jsonb, "emptyReturned" jsonb, "checkedAt" jsonb, "onTerminalGround" jsonb)`;

const foundSchema = z.object({
  id: z.string(),
  attributes: z.unknown(),
  deleted_upstream_at: z.string().nullable(),
  containers: z.array(storedJson<ShipmentContainer>()),
});

/** Returns the shipments of the account that match a query, in its order, each with its worst container at `now`. */
export async function listShipments(
  executor: Executor,
  query: ShipmentQuery,
  { offset, limit }: PageRange,
  now: Date,
): Promise<ShipmentList> {
  const condition = shipmentCondition(query);
  const { order, join } = shipmentOrder(query.order, now);
  const count = async (counted: SQL): Promise<number> => {
    const [shipments = 0] = await queryColumn(
      executor,
      z.number(),
      sql`select count(*)::int as total from shipments s where ${counted}`,
    );
    return shipments;
  };
  // Only ids are sorted. The large columns are read only for the rows of the page.
  const found = queryRows(
    executor,
    foundSchema,
    sql`
      select s.id, s.attributes, ${deletedUpstreamAt("shipment", sql`s.id`)} as deleted_upstream_at, held.containers
      from (select id, row_number() over () as place from (
        select s.id from shipments s ${join} where ${condition} order by ${order} limit ${limit} offset ${offset}
      ) ordered) page
      join shipments s using (id)
      cross join lateral (
        select coalesce(jsonb_agg(to_jsonb(reported) || jsonb_build_object('id', b.container_id)), '[]') as containers
        from containers c join board_rows b on b.container_id = c.id cross join lateral ${REPORTED_OF_ROW}
        where c.shipment_id = s.id
      ) held
      order by page.place`,
  );
  const isNarrowed = narrowsShipments(query);
  const [rows, total, all] = await Promise.all([
    found,
    count(condition),
    isNarrowed ? count(sql`true`) : null,
  ]);
  return {
    rows: rows.map(({ id, attributes, deleted_upstream_at, containers }) =>
      shipmentRow(
        {
          id,
          attributes: shipmentAttributesSchema.parse(attributes),
          deletedUpstreamAt: deleted_upstream_at,
        },
        containers,
        now,
      ),
    ),
    total,
    all: all ?? total,
    asOf: now.toISOString(),
  };
}

/** A filter value and the number of shipments with it. */
export type ShipmentFacet = { value: string; label: string; count: number };
export type ShipmentFacets = Record<"lading" | "discharge" | "line" | "party", ShipmentFacet[]>;

const MAX_VALUES = 500;

const facetSchema = z.object({
  facet: z.enum(["lading", "discharge", "line", "party"]),
  value: z.string(),
  label: z.string(),
  count: z.number(),
});

/** Returns the possible filter values, the 500 most frequent of each filter. */
export async function listShipmentFacets(executor: Executor): Promise<ShipmentFacets> {
  const { lading, discharge, line } = SHIPMENT_VALUES;
  const rows = await queryRows(
    executor,
    facetSchema,
    sql`
      select * from (select facet, value, label, count,
          row_number() over (partition by facet order by count desc, label, value) as place from (
        select 'lading' as facet, ${lading} as value,
          coalesce(max(s.attributes ->> 'port_of_lading_name') || ', ', '') || (${lading}) as label, count(*)::int as count
        from shipments s where ${lading} is not null group by ${lading}
        union all select 'discharge', ${discharge},
          coalesce(max(s.attributes ->> 'port_of_discharge_name') || ', ', '') || (${discharge}), count(*)::int
        from shipments s where ${discharge} is not null group by ${discharge}
        union all select 'line', ${line}, coalesce(max(coalesce(s.attributes ->> 'shipping_line_short_name',
          s.attributes ->> 'shipping_line_name')), ${line}), count(*)::int
        from shipments s where ${line} is not null group by ${line}
        union all select 'party', p.party_id, coalesce(nullif(named.company_name, ''), 'a party without a name'),
          count(distinct p.shipment_id)::int
        from (${PARTY_SHIPMENTS}) p join parties named on named.id = p.party_id group by p.party_id, named.company_name
      ) found) placed where place <= ${MAX_VALUES} order by facet, place`,
  );
  const of = (wanted: keyof ShipmentFacets) =>
    rows.filter(({ facet }) => facet === wanted).map(({ value, label, count }) => ({ value, label, count }));
  return { lading: of("lading"), discharge: of("discharge"), line: of("line"), party: of("party") };
}
