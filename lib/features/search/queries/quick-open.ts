import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { normalizeNumber } from "@/lib/contract/container-number";
import type { Executor } from "@/lib/platform/database/client";
import { containing } from "@/lib/platform/database/like-pattern";
import { queryRows } from "@/lib/platform/database/rows";
import { userName } from "@/lib/platform/database/user-name-sql";

/** A match that quick open offers. `note` describes it. `address` contains the parameters of a view, else "". */
export type PaletteMatch = {
  kind: "container" | "shipment" | "party" | "view";
  id: string;
  name: string;
  note: string;
  address: string;
};

/** Maximum number of matches per type. */
const EACH = 6;

const startingWith = (text: string) => containing(text).slice(1);

const matchSchema = z.object({
  kind: z.enum(["container", "shipment", "party", "view"]),
  id: z.string(),
  name: z.string(),
  note: z.string(),
  address: z.string(),
});

/**
 * Returns the rows of the first query, which uses an index. The second query scans the table and runs only when the
 * first returns none.
 */
async function firstOf(executor: Executor, begins: SQL, has: SQL): Promise<PaletteMatch[]> {
  const rows = await queryRows(executor, matchSchema, begins);
  return rows.length > 0 ? rows : queryRows(executor, matchSchema, has);
}

function containers(executor: Executor, number: string): Promise<PaletteMatch[]> {
  const select = (condition: SQL) => sql`
    select 'container' as kind, '' as address, container_id as id, number as name,
      concat_ws(' · ', row #>> '{status,label}', terminal) as note
    from board_rows where ${condition} limit ${EACH}`;
  return firstOf(
    executor,
    select(sql`number like ${startingWith(number)}`),
    select(sql`search like ${containing(number)}`),
  );
}

function shipments(executor: Executor, number: string): Promise<PaletteMatch[]> {
  const select = (condition: SQL) => sql`
    select 'shipment' as kind, '' as address, id, coalesce(attributes ->> 'bill_of_lading_number', 'no bill of lading yet') as name,
      coalesce(attributes ->> 'shipping_line_short_name', attributes ->> 'shipping_line_scac', '') as note
    from shipments where ${condition} limit ${EACH}`;
  return firstOf(
    executor,
    select(sql`search_keys @> array[${number}]`),
    select(sql`bill_of_lading_key like ${containing(number)}`),
  );
}

async function parties(executor: Executor, name: string): Promise<PaletteMatch[]> {
  const has = containing(name.toLowerCase());
  return queryRows(
    executor,
    matchSchema,
    sql`
      select 'party' as kind, '' as address, id, company_name as name, coalesce(attributes ->> 'nickname', '') as note
      from parties where lower(company_name) like ${has} or lower(attributes ->> 'nickname') like ${has}
      order by lower(company_name) not like ${startingWith(name.toLowerCase())}, lower(company_name), id limit ${EACH}`,
  );
}

async function views(executor: Executor, name: string, reader: string): Promise<PaletteMatch[]> {
  return queryRows(
    executor,
    matchSchema,
    sql`
      select 'view' as kind, v.address, v.id, v.name,
        case when v.owner_id = ${reader}::uuid then '' else ${userName(sql`v.owner_id`)} || '’s view' end as note
      from views v where (v.owner_id = ${reader}::uuid or v.shared) and lower(v.name) like ${containing(name.toLowerCase())}
      order by v.owner_id <> ${reader}::uuid, lower(v.name), v.id limit ${EACH}`,
  );
}

/**
 * Finds records by text: containers and shipments by number or reference, parties and the user's views by name, at most
 * six per type. Case, spaces and dashes of numbers are ignored.
 */
export async function findForPalette(executor: Executor, q: string, reader: string): Promise<PaletteMatch[]> {
  const name = q.replaceAll("\0", "").trim().replaceAll(/\s+/g, " ");
  const number = normalizeNumber(name);
  if (name === "") return [];
  const found = await Promise.all([
    number ? containers(executor, number) : [],
    number ? shipments(executor, number) : [],
    parties(executor, name),
    views(executor, name, reader),
  ]);
  return found.flat();
}
