import { inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { SEARCH_ENTITIES } from "@/lib/contract/enums";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import type { Database } from "@/tracking-service/store/database";
import { containers, shipments, trackingRequests } from "@/tracking-service/store/schema";
import { searchTerms } from "@/tracking-service/store/search-schema";

const t = searchTerms;

/** Shorter text matches only equal numbers. A part that short occurs in nearly every number. */
const MIN_PART = 3;

type Sought = {
  /** The normalized search text. "" when nothing remains. */
  form: string;
  /** Condition on rows of search_terms of one account that contain the text. */
  found: SQL;
};

/** The index is searched by groups of three letters and digits. No text is treated as a pattern. */
async function seek(db: Database, accountId: string, text: string): Promise<Sought> {
  const [form = ""] = await queryColumn(
    db,
    z.string(),
    sql`select search_form(${text.normalize("NFKC")}) as form`,
  );
  const part = [...form].length < MIN_PART ? `\n${form}\n` : form;
  const found = sql`${t.accountId} = ${accountId}
    and search_grams(${t.accountId}, ${t.terms}) @> search_grams(${accountId}::uuid, ${part}::text)
    and strpos(${t.terms}, ${part}) > 0`;
  return { form, found };
}

const hitSchema = z.object({ entityType: z.enum(SEARCH_ENTITIES), entityId: z.string() });
export type Hit = z.infer<typeof hitSchema>;

/**
 * Finds records of an account with a number that matches this text, at most `limit`: shipments, then containers, then
 * requests, each with the most recently updated first. A request for a number that is also a shipment's BOL is left out
 * (supplement-2.md, section 1). Case, spaces and dashes are ignored.
 */
export async function findTerms(
  db: Database,
  accountId: string,
  text: string,
  limit: number,
): Promise<Hit[]> {
  const { form, found } = await seek(db, accountId, text);
  if (form === "") return [];
  return queryRows(
    db,
    hitSchema,
    sql`
      select ${t.entityType} as "entityType", ${t.entityId} as "entityId"
      from ${t}
        left join ${containers} on ${t.entityType} = 'cargo' and ${containers.id} = ${t.entityId}
        left join ${shipments} on ${t.entityType} = 'shipment' and ${shipments.id} = ${t.entityId}
        left join ${trackingRequests} on ${t.entityType} = 'tracking_request' and ${trackingRequests.id} = ${t.entityId}
      where ${found} and not exists (
        select from ${shipments} as listed
        where listed.account_id = ${accountId} and listed.bill_of_lading_number = ${trackingRequests.normalizedNumber})
      order by array_position(array['shipment', 'cargo', 'tracking_request'], ${t.entityType}),
        coalesce(${containers.refreshedAt}, ${trackingRequests.updatedAt},
          (${shipments.attributes} ->> 'line_tracking_last_succeeded_at')::timestamptz, ${shipments.createdAt}) desc,
        ${t.entityId}
      limit ${limit}`,
  );
}

/** Condition on the account's shipments that have such a number, or a container with one. */
export async function hasNumberLike(db: Database, accountId: string, text: string): Promise<SQL> {
  const { form, found } = await seek(db, accountId, text);
  if (form === "") return sql`false`;
  return sql`${shipments.id} in (
    select ${t.shipmentId} from ${t} where ${found} and ${inArray(t.entityType, ["shipment", "cargo"])})`;
}
