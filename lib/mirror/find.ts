import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { containing } from "./like";

/** What a number names: one record's page, or the list with the search filled in. */
export type Found = { page: "container" | "shipment"; id: string } | { page: "list"; q: string };

/**
 * The best match of a container, BOL, booking or reference number, in the live product's order: exact container, exact
 * shipment or reference, partial container, partial shipment, else the list (supplement.md, Deep links). Case, spaces
 * and dashes do not matter. Of several equal matches none is guessed: the list shows them.
 */
export async function findNumber(executor: Executor, q: string): Promise<Found> {
  const number = normalizeNumber(q.replaceAll("\0", ""));
  if (!number) return { page: "list", q };
  const partial = containing(number);
  const tiers = [
    { page: "container", query: sql`select id from containers where number_key = ${number}` },
    {
      page: "shipment",
      query: sql`select id from shipments where search_keys @> array[${number}]
        union select shipment_id from tracking_requests where number_key = ${number} and shipment_id is not null`,
    },
    { page: "container", query: sql`select id from containers where reference_keys @> array[${number}]` },
    { page: "container", query: sql`select id from containers where number_key like ${partial}` },
    { page: "shipment", query: sql`select id from shipments where bill_of_lading_key like ${partial}` },
  ] as const;
  for (const { page, query } of tiers) {
    const { rows } = await executor.execute<{ id: string }>(sql`${query} limit 2`);
    const [first, second] = rows;
    if (first && !second) return { page, id: first.id };
    if (second) return { page: "list", q };
  }
  return { page: "list", q };
}
