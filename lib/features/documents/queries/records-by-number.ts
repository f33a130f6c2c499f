import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { normalizeNumber } from "@/lib/contract/container-number";
import type { DocumentLink } from "@/lib/features/documents/rules/document";
import { documentLinkSchema } from "@/lib/features/documents/rules/document";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";

const shipmentsNamed = (key: string): SQL => sql`
  select id from shipments where search_keys @> array[${key}]
  union select shipment_id from tracking_requests where number_key = ${key} and shipment_id is not null`;

/** Finds the containers and shipments with exactly this number. Case, spaces and dashes do not matter. */
export async function findNamedRecords(executor: Executor, number: string): Promise<DocumentLink[]> {
  const key = normalizeNumber(number.replaceAll("\0", ""));
  if (key === "") return [];
  return queryRows(
    executor,
    documentLinkSchema,
    sql`
      select 'container' as type, c.id, coalesce(c.attributes ->> 'number', c.id) as number
      from containers c where c.number_key = ${key}
      union all
      select 'shipment', s.id, coalesce(nullif(s.attributes ->> 'bill_of_lading_number', ''), s.id)
      from shipments s where s.id in (${shipmentsNamed(key)})
      order by type, number, id`,
  );
}

/**
 * Finds the ids of the records of one kind that match a text: a container, BOL, booking or tracked number, or a party
 * name.
 */
export async function findReferenced(executor: Executor, kind: string, named: string): Promise<string[]> {
  const text = named.replaceAll("\0", "").trim();
  const key = normalizeNumber(text);
  if (text === "") return [];
  const queries: Readonly<Record<string, SQL>> = {
    Container: sql`select id from containers where number_key = ${key}`,
    Shipment: sql`select id from shipments where id in (${shipmentsNamed(key)})`,
    TrackingRequest: sql`select id from tracking_requests where number_key = ${key}`,
    Party: sql`select id from parties where fold_text(company_name) = fold_text(${text})`,
  };
  const query = Object.hasOwn(queries, kind) ? queries[kind] : undefined;
  if (!query) return [];
  return queryColumn(executor, z.string(), query);
}
