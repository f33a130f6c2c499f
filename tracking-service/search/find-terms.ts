import { asc, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SEARCH_ENTITIES } from "@/lib/contract/enums";
import { queryColumn } from "@/lib/platform/database/rows";
import type { Database } from "@/tracking-service/store/database";
import { shipments } from "@/tracking-service/store/schema";
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

export type Hit = { entityType: (typeof SEARCH_ENTITIES)[number]; entityId: string };

/**
 * Finds records of an account with a number that matches this text, at most `limit`. Exact matches come first, then
 * containers, shipments and requests. Numbers that begin with the text precede those that contain it. Case, spaces and
 * dashes are ignored.
 */
export async function findTerms(
  db: Database,
  accountId: string,
  text: string,
  limit: number,
): Promise<Hit[]> {
  const { form, found } = await seek(db, accountId, text);
  if (form === "") return [];
  const whole = sql`strpos(${t.terms}, ${`\n${form}\n`}) = 0`;
  const beginning = sql`strpos(${t.terms}, ${`\n${form}`}) = 0`;
  return db
    .select({ entityType: t.entityType, entityId: t.entityId })
    .from(t)
    .where(found)
    .orderBy(asc(whole), asc(t.entityType), asc(beginning), asc(t.terms), asc(t.entityId))
    .limit(limit);
}

/** Condition on the account's shipments that have such a number, or a container with one. */
export async function hasNumberLike(db: Database, accountId: string, text: string): Promise<SQL> {
  const { form, found } = await seek(db, accountId, text);
  if (form === "") return sql`false`;
  return sql`${shipments.id} in (
    select ${t.shipmentId} from ${t} where ${found} and ${inArray(t.entityType, ["shipment", "cargo"])})`;
}
