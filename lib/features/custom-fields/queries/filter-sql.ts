import { type SQL, sql } from "drizzle-orm";
import {
  type FieldFilter,
  isNumberBound,
  readFieldFilter,
} from "@/lib/features/custom-fields/rules/field-filter";
import { notDeletedUpstream } from "@/lib/mirror/deleted-upstream";

const VALUE = sql`t.attributes -> 'value'`;

function bound({ how, value }: FieldFilter): SQL {
  const sign = how === "from" ? sql`>=` : sql`<=`;
  if (isNumberBound(value))
    return sql`case jsonb_typeof(${VALUE}) when 'number' then (${VALUE})::numeric ${sign} ${value}::numeric end`;
  // A time is compared by its UTC day, as the service writes it.
  return sql`case when t.attributes ->> 'value' ~ '^\\d{4}-\\d{2}-\\d{2}' then left(t.attributes ->> 'value', 10) ${sign} ${value} end`;
}

function holds(filter: FieldFilter): SQL {
  if (filter.how === "none" || filter.how === "any") return sql`true`;
  if (filter.how !== "is") return bound(filter);
  const { value } = filter;
  return sql`(t.attributes ->> 'display_value' = ${value} or t.attributes ->> 'value' = ${value}
    or ${VALUE} @> to_jsonb(${value}::text))`;
}

/**
 * Returns the containers that match a custom field filter, by their own or their shipment's value, as a condition on
 * board_rows.
 */
export function fieldCondition(text: string): SQL {
  const filter = readFieldFilter(text);
  if (!filter) return sql`false`;
  const fields = sql`from custom_fields t
    where t.attributes ->> 'api_slug' = ${filter.slug} and ${holds(filter)} and ${notDeletedUpstream("custom_field")}`;
  const entity = sql`t.relationships #>> '{entity,data,id}'`;
  const type = sql`t.relationships #>> '{entity,data,type}'`;
  const containers = sql`(
    select ${entity} ${fields} and ${type} = 'container' and ${entity} is not null
    union all
    select c.id from containers c where c.shipment_id in (select ${entity} ${fields} and ${type} = 'shipment'))`;
  return filter.how === "none" ? sql`container_id not in ${containers}` : sql`container_id in ${containers}`;
}
