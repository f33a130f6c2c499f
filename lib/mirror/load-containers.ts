import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { containerAttributesSchema } from "@/lib/contract/container";
import { fieldValue } from "@/lib/contract/custom-field";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enums";
import { facilityAttributesSchema } from "@/lib/contract/place";
import { shipmentAttributesSchema } from "@/lib/contract/shipment";
import { type FieldValue, isColumnSlug } from "@/lib/domain/board-row/column-field";
import type {
  Container,
  ContainerPlan,
  DrayCarrier,
  Facility,
  OpenFollowUp,
  PerDiemTerms,
} from "@/lib/domain/container/container-facts";
import { FREE_DAY_COUNTS, NOTHING_WRITTEN } from "@/lib/domain/container/container-facts";
import type { GateSchedule } from "@/lib/domain/deadlines/gate-schedule";
import { gateHoursSchema, specialDaysSchema } from "@/lib/domain/deadlines/gate-schedule-schemas";
import { type OpenWorkOrder, ORDER_RESPONSES, type OrderTerms } from "@/lib/domain/work-order/work-order";
import { isHeldField } from "@/lib/mirror/read-status";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows, storedJson } from "@/lib/platform/database/rows";

const drayCarrierSchema: z.ZodType<DrayCarrier> = z.object({
  roleId: z.string(),
  partyId: z.string(),
  name: z.string(),
});
const openFollowUpSchema: z.ZodType<OpenFollowUp> = z.object({
  id: z.string(),
  holdName: z.string(),
  place: z.enum(["port", "inland"]),
  owner: z.string().nullable(),
  nextCheckAt: z.string().nullable(),
  contacted: z.string().nullable(),
  promise: z.string().nullable(),
});
const plannedMomentSchema = z.object({ at: z.string(), zone: z.string().nullable() }).nullable();
const planSchema: z.ZodType<ContainerPlan> = z.object({
  pickup: plannedMomentSchema,
  delivery: plannedMomentSchema,
  deliveryPlace: z.string(),
  emptyReturn: plannedMomentSchema,
  emptyReturnPlace: z.string(),
  driver: z.string().nullable(),
  note: z.string(),
});
const workOrderSchema: z.ZodType<OpenWorkOrder> = z.object({
  id: z.string(),
  partyId: z.string(),
  version: z.number(),
  terms: storedJson<OrderTerms>(),
  instructions: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  response: z.enum(ORDER_RESPONSES).nullable(),
  responseVersion: z.number().nullable(),
  respondedAt: z.string().nullable(),
  driver: z.string(),
  truck: z.string(),
  eta: plannedMomentSchema,
});
const perDiemTermsSchema: z.ZodType<PerDiemTerms> = z.object({
  freeDays: z.number(),
  counts: z.enum(FREE_DAY_COUNTS),
});
const gateScheduleSchema: z.ZodType<GateSchedule> = z.object({
  facilityId: z.string(),
  hours: gateHoursSchema.catch([]),
  specialDays: specialDaysSchema.catch([]),
});
const containerRowSchema = z.object({
  id: z.string(),
  container: z.unknown(),
  unconfirmed: z.record(z.string(), z.string()),
  shipment_id: z.string().nullable(),
  shipment: z.unknown(),
  pod_terminal_id: z.string().nullable(),
  pod_terminal: z.unknown(),
  pickup_facility_id: z.string().nullable(),
  pickup_facility: z.unknown(),
  destination_terminal_id: z.string().nullable(),
  destination_terminal: z.unknown(),
  dray_carriers: z.array(drayCarrierSchema).nullable(),
  deleted_upstream_at: z.string().nullable(),
  followUps: z.array(openFollowUpSchema).nullable(),
  per_diem_terms: perDiemTermsSchema.nullable(),
  plan: planSchema.nullable(),
  gates: z.array(gateScheduleSchema).nullable(),
  customFields: z.array(z.object({ slug: z.string(), attributes: z.unknown() })).nullable(),
  workOrders: z.array(workOrderSchema).nullable(),
});
type ContainerRow = z.infer<typeof containerRowSchema>;

const facility = (id: string | null, attributes: unknown): Facility | null =>
  id && attributes ? { id, attributes: facilityAttributesSchema.parse(attributes) } : null;

/** The values by api_slug. Of several with one api_slug, the first. */
function customFields({ customFields: listed }: ContainerRow): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  for (const { slug, attributes } of listed ?? []) {
    const value = isColumnSlug(slug) && !Object.hasOwn(values, slug) ? fieldValue(attributes) : null;
    if (value !== null) values[slug] = value;
  }
  return values;
}

function container(row: ContainerRow): Container {
  return {
    id: row.id,
    attributes: containerAttributesSchema.parse(row.container),
    unconfirmed: row.unconfirmed,
    shipment:
      row.shipment_id && row.shipment
        ? { id: row.shipment_id, attributes: shipmentAttributesSchema.parse(row.shipment) }
        : null,
    podTerminal: facility(row.pod_terminal_id, row.pod_terminal),
    pickupFacility: facility(row.pickup_facility_id, row.pickup_facility),
    destinationTerminal: facility(row.destination_terminal_id, row.destination_terminal),
    drayCarriers: row.dray_carriers ?? [],
    deletedUpstreamAt: row.deleted_upstream_at,
    customFields: customFields(row),
    team: {
      followUps: row.followUps ?? [],
      perDiemTerms: row.per_diem_terms,
      plan: row.plan ?? NOTHING_WRITTEN.plan,
      gates: row.gates ?? [],
      workOrders: row.workOrders ?? [],
    },
  };
}

/** SQL: a planned time as JSON, null without one. */
const plannedMoment = (move: string): SQL =>
  sql.raw(`case when ${move}_at is not null
    then json_build_object('at', to_iso(${move}_at), 'zone', ${move}_zone) end`);

/**
 * Loads the containers with these ids, each with all facts that the rules read. Ids missing from the mirror are
 * omitted.
 */
export async function loadContainers(executor: Executor, ids: readonly string[]): Promise<Container[]> {
  if (!ids.length) return [];
  const rows = await queryRows(
    executor,
    containerRowSchema,
    sql`
      select c.id, c.attributes as container, c.unconfirmed, s.id as shipment_id, s.attributes as shipment,
        c.pod_terminal_id, pt.attributes as pod_terminal,
        c.pickup_facility_id, pf.attributes as pickup_facility,
        dt.id as destination_terminal_id, dt.attributes as destination_terminal,
        carriers.list as dray_carriers, to_iso(seen.deleted_upstream_at) as deleted_upstream_at,
        followed.list as "followUps", plan.json as plan, gates.list as gates,
        fields.list as "customFields",
        orders.list as "workOrders",
        case when terms.scac is not null
          then json_build_object('freeDays', terms.free_days, 'counts', terms.counts) end as per_diem_terms
      from containers c
      left join shipments s on s.id = c.shipment_id
      left join lateral (select attributes from reference_records r
        where r.id = c.pod_terminal_id and r.type in ('terminal', 'rail_terminal') limit 1) pt on true
      left join lateral (select attributes from reference_records r
        where r.id = c.pickup_facility_id and r.type in ('terminal', 'rail_terminal') limit 1) pf on true
      left join reference_records dt on dt.type = s.relationships #>> '{destination_terminal,data,type}'
        and dt.id = s.relationships #>> '{destination_terminal,data,id}'
      left join lateral (
        select json_build_object(
          'pickup', ${plannedMoment("pickup")}, 'delivery', ${plannedMoment("delivery")},
          'deliveryPlace', coalesce(delivery_place, ''), 'emptyReturn', ${plannedMoment("empty_return")},
          'emptyReturnPlace', coalesce(empty_return_place, ''), 'driver', driver, 'note', note) as json
        from planned_moves where container_id = c.id) plan on true
      left join per_diem_terms terms on terms.scac = upper(s.attributes ->> 'shipping_line_scac')
      left join seen_records seen on seen.type = 'container' and seen.id = c.id
      left join lateral (
        select json_agg(json_build_object('id', h.id, 'holdName', h.hold_name, 'place', h.place, 'owner', h.owner,
          'nextCheckAt', to_iso(h.next_check_at), 'contacted', last.contacted, 'promise', last.promise)
          order by h.created_at, h.id) as list
        from follow_ups h
        left join lateral (
          select e.contacted, e.promise from follow_up_entries e where e.follow_up_id = h.id
          order by e.id desc limit 1) last on true
        where h.container_id = c.id and h.closed_at is null) followed on true
      left join lateral (
        select json_agg(json_build_object('facilityId', g.terminal_id, 'hours', g.hours,
          'specialDays', g.special_days)) as list
        from terminal_hours g
        where g.terminal_id in (c.pod_terminal_id, c.pickup_facility_id, dt.id)) gates on true
      left join lateral (
        select json_agg(json_build_object('id', o.id, 'partyId', o.party_id, 'version', o.version, 'terms', o.terms,
          'instructions', o.instructions, 'sentAt', to_iso(o.sent_at),
          'expiresAt', to_iso(least(t.expires_at, t.revoked_at)), 'response', o.response,
          'responseVersion', o.response_version, 'respondedAt', to_iso(o.responded_at), 'driver', o.driver,
          'truck', o.truck, 'eta', ${plannedMoment("o.eta")}) order by o.sent_at, o.id) as list
        from work_orders o join access_tokens t on t.id = o.token_id
        where o.container_id = c.id and o.withdrawn_at is null) orders on true
      left join lateral (
        select json_agg(json_build_object('roleId', pr.id, 'partyId', pr.party_id, 'name', coalesce(p.company_name, ''))
          order by pr.created_at, pr.id) as list
        from party_roles pr left join parties p on p.id = pr.party_id
        where pr.roleable_id = c.id and pr.role = ${PICKUP_DRAY_CARRIER}) carriers on true
      left join lateral (
        select json_agg(json_build_object('slug', f.slug, 'attributes', f.attributes) order by f.place, f.slug, f.id) as list
        from (
          select t.id, t.attributes, t.attributes ->> 'api_slug' as slug, entity.place
          from (values (c.id, 'container', 1), (c.shipment_id, 'shipment', 2)) entity (id, type, place)
          join custom_fields t on t.relationships #>> '{entity,data,id}' = entity.id
            and t.relationships #>> '{entity,data,type}' = entity.type
          where t.attributes ->> 'api_slug' is not null and ${isHeldField(sql`entity.id`)}
        ) f) fields on true
      where c.id = any(${sql.param([...ids])}::text[])`,
  );
  return rows.map(container);
}
