import { type AnyColumn, and, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { shipments, trackingRequests } from "@/tracking-service/store/schema";

/** The filter of shipments and containers by the party that a tracking request named as customer. */
export const CUSTOMER_FILTERS = {
  "filter[customer_id]": z.uuid({ error: "must be a uuid" }).optional(),
};

/** The condition on a column with a shipment's id. Undefined when neither filter is set. Names ignore case. */
export function customerWhere(
  shipmentId: AnyColumn,
  query: { "filter[customer_id]"?: string | undefined; "filter[customer_name]"?: string | undefined },
): SQL | undefined {
  const { "filter[customer_id]": id, "filter[customer_name]": name } = query;
  return and(
    id === undefined
      ? undefined
      : sql`exists (select from ${trackingRequests} as requested
          where requested.shipment_id = ${shipmentId} and requested.customer_id = ${id})`,
    name === undefined
      ? undefined
      : sql`exists (select from ${shipments} as tracked
          where tracked.id = ${shipmentId} and lower(tracked.attributes ->> 'customer_name') = lower(${name}))`,
  );
}
