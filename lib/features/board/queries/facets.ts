import { sql } from "drizzle-orm";
import { z } from "zod";
import { notDeletedUpstream } from "@/lib/mirror/deleted-upstream";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";

const facetSchema = z.object({ value: z.string(), label: z.string(), count: z.number() });
export type Facet = z.infer<typeof facetSchema>;
const FACET_KINDS = [
  "terminals",
  "lines",
  "ports",
  "statuses",
  "carriers",
  "customers",
  "holds",
  "tags",
  "fields",
] as const;
export type BoardFacets = Record<(typeof FACET_KINDS)[number], Facet[]>;

/** Maximum listed values per filter, the most common ones. Users can type any other value. */
const MAX_LISTED = 500;

/**
 * SQL for the custom field values of containers, including those of their shipment. Each choice of a multiple choice is
 * a separate value.
 */
const FIELD_VALUES = sql`
  select t.attributes ->> 'api_slug' as slug, coalesce(d.attributes ->> 'display_name', t.attributes ->> 'api_slug') as name,
    v.one, coalesce(v.label, v.one) as words, c.id as container
  from custom_fields t
    left join custom_field_definitions d on d.id = t.relationships #>> '{definition,data,id}'
    join containers c on case t.relationships #>> '{entity,data,type}'
      when 'container' then c.id when 'shipment' then c.shipment_id end = t.relationships #>> '{entity,data,id}'
    cross join lateral (
      select chosen as one, (select o.attributes ->> 'label' from custom_field_options o
          where o.relationships #>> '{definition,data,id}' = d.id and o.attributes ->> 'value' = chosen limit 1) as label
        from jsonb_array_elements_text(
          case jsonb_typeof(t.attributes -> 'value') when 'array' then t.attributes -> 'value' else '[]' end) chosen
      union all
      select coalesce(nullif(t.attributes ->> 'display_value', ''), t.attributes ->> 'value'), null
        where jsonb_typeof(t.attributes -> 'value') not in ('array', 'null')) v
  where t.attributes ->> 'api_slug' is not null and v.one is not null and ${notDeletedUpstream("custom_field")}`;

/** A kind without any value is absent. */
const facetsSchema = z.partialRecord(z.enum(FACET_KINDS), z.array(facetSchema));

/** Lists the possible values of each filter, with the number of containers. */
export async function listFacets(executor: Executor): Promise<BoardFacets> {
  const [facets] = await queryColumn(
    executor,
    facetsSchema,
    sql`
      with field_values as materialized (${FIELD_VALUES}), counted as (
        select 'terminals' as kind, terminal as value, count(*)::int as count, null as sample from board_rows group by terminal
        union all select 'customers', customer, count(*)::int, null from board_rows group by customer
        union all select 'lines', line, count(*)::int, min(line_name) from board_rows group by line
        union all select 'ports', port, count(*)::int, min(container_id) from board_rows group by port
        union all select 'statuses', status, count(*)::int, min(container_id) from board_rows group by status
        union all select 'holds', hold, count(*)::int, null from board_rows, unnest(holds) hold group by hold
        union all select 'tags', tag, count(*)::int, null from board_rows, unnest(tags) tag group by tag
        union all select 'carriers', carrier, count(*)::int, null from board_rows, unnest(carrier_ids) carrier group by carrier
        union all select 'fields', slug || '=' || one, count(distinct container)::int, min(name || ': ' || words)
          from field_values group by slug, one
      ), labelled as (
        select kind, value, count, coalesce(case kind
          when 'lines' then sample
          when 'fields' then sample
          when 'ports' then (select b.row #>> '{port,name}' from board_rows b where b.container_id = sample)
          when 'statuses' then (select b.row #>> '{status,label}' from board_rows b where b.container_id = sample)
          when 'carriers' then (select nullif(p.company_name, '') from parties p where p.id = value)
        end, value) as label, row_number() over (partition by kind order by count desc, value) as place
        from counted where value is not null
      )
      select json_object_agg(kind, list) as facets from (
        select kind, json_agg(json_build_object('value', value, 'label', label, 'count', count) order by label, value) as list
        from labelled where place <= ${MAX_LISTED} group by kind) kinds`,
  );
  const none = {
    terminals: [],
    lines: [],
    ports: [],
    statuses: [],
    carriers: [],
    customers: [],
    holds: [],
    tags: [],
    fields: [],
  };
  return { ...none, ...facets };
}
