import { asc, inArray, type SQL, sql } from "drizzle-orm";
import type { SEARCH_ENTITIES } from "@/lib/contract/enums";
import type { Database } from "@/tracking-service/store/database";
import { shipments } from "@/tracking-service/store/schema";
import { searchTerms } from "@/tracking-service/store/search-schema";

const t = searchTerms;

/** Fewer letters find only what is equal to them: a part so short is in nearly every number. */
const SHORTEST_PART = 3;

type Sought = {
  /** The text as search compares it; "" when nothing is left of it. */
  form: string;
  /** True of the rows of search_terms, of one account, whose numbers have it. */
  found: SQL;
};

/** Letters and digits in a row are looked up by threes in the index; no text is a pattern to it. */
async function seek(db: Database, accountId: string, text: string): Promise<Sought> {
  const { rows } = await db.execute<{ form: string }>(
    sql`select search_form(${text.normalize("NFKC")}) as form`,
  );
  const form = rows[0]?.form ?? "";
  const part = [...form].length < SHORTEST_PART ? `\n${form}\n` : form;
  const found = sql`${t.accountId} = ${accountId}
    and search_grams(${t.accountId}, ${t.terms}) @> search_grams(${accountId}::uuid, ${part}::text)
    and strpos(${t.terms}, ${part}) > 0`;
  return { form, found };
}

export type Hit = { entityType: (typeof SEARCH_ENTITIES)[number]; entityId: string };

/**
 * Records of an account that have a number like this text, at most `limit`: those with exactly this number first, then
 * containers before shipments before requests, and what begins with it before what merely contains it. Case, spaces
 * and dashes do not matter.
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

/** True of the account's shipments that have such a number, or a container that does. */
export async function hasNumberLike(db: Database, accountId: string, text: string): Promise<SQL> {
  const { form, found } = await seek(db, accountId, text);
  if (form === "") return sql`false`;
  return sql`${shipments.id} in (
    select ${t.shipmentId} from ${t} where ${found} and ${inArray(t.entityType, ["shipment", "cargo"])})`;
}
