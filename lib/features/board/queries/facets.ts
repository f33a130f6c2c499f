import { sql } from "drizzle-orm";
import { z } from "zod";
import { statusLabel } from "@/lib/domain/container/container-status";
import { FACET_IDS, type FacetId, recordOf } from "@/lib/features/board/rules/filters";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { FACETS } from "./filter-sql";

const facetSchema = z.object({ value: z.string(), label: z.string(), count: z.number() });
export type Facet = z.infer<typeof facetSchema>;
export type BoardFacets = Record<FacetId, Facet[]>;

/** Maximum listed values per filter, the most common ones. Users can type any other value. */
const MAX_LISTED = 500;

/** A facet without any value is absent. */
const facetsSchema = z.partialRecord(z.enum(FACET_IDS), z.array(facetSchema));

const byLabel = new Intl.Collator("en-US");

/** Lists the possible values of each filter, with the number of containers. */
export async function listFacets(executor: Executor): Promise<BoardFacets> {
  const lists = Object.entries(FACETS).map(
    ([id, { values, label }]) => sql`
      select ${id}::text as kind, value, count, coalesce(stored_label, ${label ?? sql`null`}, value) as label,
        row_number() over (order by count desc, value) as place
      from (
        select value, sum(containers)::int as count, min(nullif(label, '')) as stored_label from (${values}) labelled
        where value is not null group by value
      ) counted`,
  );
  const [facets] = await queryColumn(
    executor,
    facetsSchema,
    sql`
      select coalesce(json_object_agg(kind, list), '{}') as facets from (
        select kind, json_agg(json_build_object('value', value, 'label', label, 'count', count) order by label, value) as list
        from (${sql.join(lists, sql` union all `)}) labelled where place <= ${MAX_LISTED} group by kind) kinds`,
  );
  const listed = recordOf(FACET_IDS, (id) => facets?.[id] ?? []);
  // The labels of statuses are rules of the product, not of the database.
  const statuses = listed.statuses
    .map((facet) => ({ ...facet, label: statusLabel(facet.value) }))
    .sort((one, other) => byLabel.compare(one.label, other.label));
  return { ...listed, statuses };
}
