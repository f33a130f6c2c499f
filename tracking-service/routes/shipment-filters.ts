import { and, eq, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { normalizeNumber } from "@/lib/contract/container-number";
import { DAY_MS, HOUR_MS, iso } from "@/tracking-service/clock/instant";
import type { QueryOf } from "@/tracking-service/endpoints/operation";
import {
  dayParameter,
  flagParameter,
  locodesParameter,
  textParameter,
} from "@/tracking-service/json-api/query";
import { hasNumberLike } from "@/tracking-service/search/find-terms";
import type { Database } from "@/tracking-service/store/database";
import { shipments } from "@/tracking-service/store/schema";
import { CUSTOMER_FILTERS, customerWhere } from "./customer-filters";

/** The filters of GET /shipments (interface.md). */
export const SHIPMENT_FILTERS = {
  q: textParameter.meta({ param: { deprecated: true } }),
  number: textParameter,
  "filter[tracking_stopped]": flagParameter,
  ...CUSTOMER_FILTERS,
  arrival_date_from: dayParameter,
  arrival_date_to: dayParameter,
  "port_of_lading[]": locodesParameter,
  "port_of_discharge[]": locodesParameter,
};

const s = shipments;
const attribute = (name: string) => sql`${s.attributes} ->> ${sql.raw(`'${name}'`)}`;

/** Actual arrival at the port of discharge, otherwise the estimate: ISO 8601 in UTC, as sortable text. */
const arrival = sql<string>`coalesce(${attribute("pod_ata_at")}, ${attribute("pod_eta_at")})`;
const arrivalDay = sql<string>`to_char(
  (${arrival})::timestamptz at time zone coalesce(${attribute("pod_timezone")}, 'UTC'), 'YYYY-MM-DD')`;

/** The maximum offset of a zone from UTC. */
const FURTHEST_ZONE_MS = 14 * HOUR_MS;
/** Years with more digits would not sort as text. */
const LAST_MS = Date.parse("9999-12-31T23:59:59Z");

const textAt = (ms: number) => iso(Math.min(ms, LAST_MS));

/**
 * Arrivals between two days, both included, in the zone of the port of discharge. The index finds arrivals that match
 * in any zone. Where zones disagree on the day, the port's zone decides, at a higher cost.
 */
function arrivesWithin(from: string | undefined, to: string | undefined): (SQL | undefined)[] {
  const begins = from === undefined ? undefined : Date.parse(from);
  const ends = to === undefined ? undefined : Date.parse(to) + DAY_MS;
  return [
    begins === undefined
      ? undefined
      : and(
          gte(arrival, textAt(begins - FURTHEST_ZONE_MS)),
          sql`(${arrival} >= ${textAt(begins + FURTHEST_ZONE_MS)} or ${arrivalDay} >= ${from})`,
        ),
    ends === undefined
      ? undefined
      : and(
          lte(arrival, textAt(ends + FURTHEST_ZONE_MS)),
          sql`(${arrival} < ${textAt(ends - FURTHEST_ZONE_MS)} or ${arrivalDay} <= ${to})`,
        ),
  ];
}

function isPort(name: "port_of_lading" | "port_of_discharge", codes: string[] | undefined) {
  return codes === undefined ? undefined : inArray(attribute(`${name}_locode`), codes);
}

/** The condition that selects the account's shipments by all given parameters. */
export async function shipmentsWhere(
  db: Database,
  accountId: string,
  query: QueryOf<typeof SHIPMENT_FILTERS>,
): Promise<SQL | undefined> {
  const { q, number, "filter[tracking_stopped]": stopped } = query;
  return and(
    eq(s.accountId, accountId),
    q === undefined ? undefined : await hasNumberLike(db, accountId, q),
    number === undefined ? undefined : eq(s.requestNumber, normalizeNumber(number)),
    stopped === undefined ? undefined : (stopped ? isNotNull : isNull)(s.trackingStoppedAt),
    customerWhere(s.id, query),
    ...arrivesWithin(query.arrival_date_from, query.arrival_date_to),
    isPort("port_of_lading", query["port_of_lading[]"]),
    isPort("port_of_discharge", query["port_of_discharge[]"]),
  );
}
