import { type SQL, sql } from "drizzle-orm";
import {
  type FieldFilter,
  isNumberBound,
  readFieldFilter,
} from "@/lib/features/custom-fields/rules/field-filter";
import { isHeldField } from "@/lib/mirror/read-status";

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
  const entity = sql`t.relationships #>> '{entity,data,id}'`;
  const fields = sql`from custom_fields t
    where t.attributes ->> 'api_slug' = ${filter.slug} and ${holds(filter)} and ${isHeldField(entity)}`;
  const type = sql`t.relationships #>> '{entity,data,type}'`;
  const containers = sql`(
    select ${entity} ${fields} and ${type} = 'container' and ${entity} is not null
    union all
    select c.id from containers c where c.shipment_id in (select ${entity} ${fields} and ${type} = 'shipment'))`;
  return filter.how === "none" ? sql`container_id not in ${containers}` : sql`container_id in ${containers}`;
}

/**
 * A query of the custom field values of containers: slug, name, one, words, container. A shipment's values
 * count for its containers. Each choice of a multiple choice is a separate value.
 */
export const FIELD_VALUES = sql`
  select t.attributes ->> 'api_slug' as slug, coalesce(d.attributes ->> 'display_name', t.attributes ->> 'api_slug') as name,
    v.one, coalesce(v.label, v.one) as words, c.id as container
  from custom_fields t
    left join custom_field_definitions d on d.id = t.relationships #>> '{definition,data,id}'
    cross join lateral (
      select own.id from containers own
        where t.relationships #>> '{entity,data,type}' = 'container' and own.id = t.relationships #>> '{entity,data,id}'
      union all
      select of_shipment.id from containers of_shipment
        where t.relationships #>> '{entity,data,type}' = 'shipment' and of_shipment.shipment_id = t.relationships #>> '{entity,data,id}'
    ) c
    cross join lateral (
      select chosen as one, (select o.attributes ->> 'label' from custom_field_options o
          where o.relationships #>> '{definition,data,id}' = d.id and o.attributes ->> 'value' = chosen limit 1) as label
        from jsonb_array_elements_text(
          case jsonb_typeof(t.attributes -> 'value') when 'array' then t.attributes -> 'value' else '[]' end) chosen
      union all
      select coalesce(nullif(t.attributes ->> 'display_value', ''), t.attributes ->> 'value'), null
        where jsonb_typeof(t.attributes -> 'value') not in ('array', 'null')) v
  where t.attributes ->> 'api_slug' is not null and v.one is not null and ${isHeldField(sql`t.relationships #>> '{entity,data,id}'`)}`;
