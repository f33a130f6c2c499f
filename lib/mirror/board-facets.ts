import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";

export type Facet = { value: string; label: string; count: number };
export type BoardFacets = Record<
  "terminals" | "lines" | "ports" | "statuses" | "carriers" | "customers" | "holds" | "tags",
  Facet[]
>;

/** Most values of one filter that are listed: the commonest; any other can be typed. */
const MOST_LISTED = 500;

/** What the filters can be set to, with how many boxes each has. */
export async function listFacets(executor: Executor): Promise<BoardFacets> {
  const { rows } = await executor.execute<{ facets: Partial<BoardFacets> }>(sql`
    with counted as (
      select 'terminals' as kind, terminal as value, count(*)::int as count, null as sample from board_rows group by terminal
      union all select 'customers', customer, count(*)::int, null from board_rows group by customer
      union all select 'lines', line, count(*)::int, min(line_name) from board_rows group by line
      union all select 'ports', port, count(*)::int, min(container_id) from board_rows group by port
      union all select 'statuses', status, count(*)::int, min(container_id) from board_rows group by status
      union all select 'holds', hold, count(*)::int, null from board_rows, unnest(holds) hold group by hold
      union all select 'tags', tag, count(*)::int, null from board_rows, unnest(tags) tag group by tag
      union all select 'carriers', carrier, count(*)::int, null from board_rows, unnest(carrier_ids) carrier group by carrier
    ), labelled as (
      select kind, value, count, coalesce(case kind
        when 'lines' then sample
        when 'ports' then (select b.row #>> '{port,name}' from board_rows b where b.container_id = sample)
        when 'statuses' then (select b.row #>> '{status,label}' from board_rows b where b.container_id = sample)
        when 'carriers' then (select nullif(p.company_name, '') from parties p where p.id = value)
      end, value) as label, row_number() over (partition by kind order by count desc, value) as place
      from counted where value is not null
    )
    select json_object_agg(kind, list) as facets from (
      select kind, json_agg(json_build_object('value', value, 'label', label, 'count', count) order by label, value) as list
      from labelled where place <= ${MOST_LISTED} group by kind) kinds`);
  const none = {
    terminals: [],
    lines: [],
    ports: [],
    statuses: [],
    carriers: [],
    customers: [],
    holds: [],
    tags: [],
  };
  return { ...none, ...rows[0]?.facets };
}
