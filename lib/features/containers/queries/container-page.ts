import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Container } from "@/lib/domain/container/container-facts";
import type { ContainerEvent, ContainerPage } from "@/lib/features/containers/rules";
import { listDriverReports } from "@/lib/features/driver-reports/queries/driver-reports";
import { listWorkOrders } from "@/lib/features/work-orders/queries/work-orders";
import { listEtaChanges } from "@/lib/mirror/eta-changes";
import { loadContainers } from "@/lib/mirror/load-containers";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { canBeId } from "@/lib/platform/database/storable-id";
import { loadContainerWork } from "./planned-work";

const CHANGES_SHOWN = 100;

const eventSchema = z.object({
  id: z.string(),
  event: z.string(),
  at: z.string().nullable(),
  zone: z.string().nullable(),
  place: z.string().nullable(),
  terminal: z.string().nullable(),
  vessel: z.string().nullable(),
  voyage: z.string().nullable(),
  source: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
});

async function listEvents(executor: Executor, containerId: string): Promise<ContainerEvent[]> {
  return queryRows(
    executor,
    eventSchema,
    sql`
      select e.id, coalesce(e.attributes ->> 'event', '') as event, e.attributes ->> 'timestamp' as at,
        e.attributes ->> 'timezone' as zone,
        coalesce(place.attributes ->> 'name', by_code.name, e.attributes ->> 'location_locode') as place,
        terminal.attributes ->> 'name' as terminal, vessel.attributes ->> 'name' as vessel,
        e.attributes ->> 'voyage_number' as voyage, e.attributes ->> 'data_source' as source,
        to_degrees(coalesce(place.attributes, by_code.attributes), 'longitude') as longitude,
        to_degrees(coalesce(place.attributes, by_code.attributes), 'latitude') as latitude
      from transport_events e
      left join reference_records place on place.type = e.relationships #>> '{location,data,type}'
        and place.id = e.relationships #>> '{location,data,id}'
      left join lateral (select r.attributes, r.attributes ->> 'name' as name from reference_records r
        where r.type in ('port', 'metro_area') and r.attributes ->> 'code' = e.attributes ->> 'location_locode'
        limit 1) by_code on true
      left join reference_records terminal on terminal.type = e.relationships #>> '{terminal,data,type}'
        and terminal.id = e.relationships #>> '{terminal,data,id}'
      left join reference_records vessel on vessel.type = 'vessel'
        and vessel.id = e.relationships #>> '{vessel,data,id}'
      where e.container_id = ${containerId}
      order by e.happened_at nulls last, e.id`,
  );
}

const changeSchema = z.object({
  id: z.number(),
  subject: z.string(),
  field: z.string(),
  zone: z.string().nullable(),
  asOf: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  notificationId: z.string().nullable(),
  event: z.string().nullable(),
  receivedAt: z.string().nullable(),
  total: z.number(),
});

/** Lists the changes of a container and its shipment, newest first, with terminal names. */
async function listChanges(
  executor: Executor,
  containerId: string,
  shipmentId: string | null,
  limit: number,
) {
  const rows = await queryRows(
    executor,
    changeSchema,
    sql`
      select c.id::int, c.subject_type as subject, c.field, c.zone, to_iso(c.as_of) as "asOf",
        coalesce(to_jsonb(before_terminal.attributes ->> 'name'), c.before) as before,
        coalesce(to_jsonb(after_terminal.attributes ->> 'name'), c.after) as after,
        c.notification_id as "notificationId", i.event, to_iso(i.received_at) as "receivedAt", count(*) over ()::int as total
      from changes c
      left join inbox i on i.notification_id = c.notification_id
      left join reference_records before_terminal on c.field = 'pod_terminal'
        and before_terminal.type = 'terminal' and before_terminal.id = c.before #>> '{}'
      left join reference_records after_terminal on c.field = 'pod_terminal'
        and after_terminal.type = 'terminal' and after_terminal.id = c.after #>> '{}'
      where (c.subject_type = 'container' and c.subject_id = ${containerId})
        or (c.subject_type = 'shipment' and c.subject_id = ${shipmentId})
      order by c.as_of desc, c.id desc limit ${limit}`,
  );
  return {
    changes: rows.map(({ total: _, ...change }) => change),
    changeCount: rows[0]?.total ?? 0,
  };
}

async function findRolesAsOf(executor: Executor, containerId: string): Promise<string | null> {
  const [at] = await queryColumn(
    executor,
    z.string().nullable(),
    sql`select to_iso(as_of) as at from party_role_fetches where roleable_id = ${containerId}`,
  );
  return at ?? null;
}

const placeSchema = z.object({
  code: z.string().nullable(),
  name: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
});

/** Finds the ports of lading and discharge with their positions. */
async function findPorts(executor: Executor, { shipment }: Container): Promise<ContainerPage["ports"]> {
  const codes = {
    lading: shipment?.attributes.port_of_lading_locode ?? "",
    discharge: shipment?.attributes.port_of_discharge_locode ?? "",
  };
  const rows = await queryRows(
    executor,
    placeSchema,
    sql`
      select attributes ->> 'code' as code, attributes ->> 'name' as name,
        to_degrees(attributes, 'longitude') as longitude, to_degrees(attributes, 'latitude') as latitude
      from reference_records where type = 'port' and attributes ->> 'code' in (${codes.lading}, ${codes.discharge})`,
  );
  const portOf = (wanted: string) => rows.find(({ code }) => wanted !== "" && code === wanted) ?? null;
  return { lading: portOf(codes.lading), discharge: portOf(codes.discharge) };
}

/**
 * Loads the data of the container page, with the newest `changesShown` changes. Null when the mirror does not store the
 * container.
 */
export async function loadContainerPage(
  executor: Executor,
  id: string,
  changesShown = CHANGES_SHOWN,
): Promise<ContainerPage | null> {
  if (!canBeId(id)) return null;
  const [container] = await loadContainers(executor, [id]);
  if (!container) return null;
  const shipmentId = container.shipment?.id ?? null;
  const [events, { changes, changeCount }, etaChanges, rolesAsOf, work, ports, driverReports, workOrders] =
    await Promise.all([
      listEvents(executor, id),
      listChanges(executor, id, shipmentId, changesShown),
      listEtaChanges(executor, { shipmentId, containerId: id }),
      findRolesAsOf(executor, id),
      loadContainerWork(executor, container),
      findPorts(executor, container),
      listDriverReports(executor, id),
      listWorkOrders(executor, container),
    ]);
  return {
    container,
    events,
    changes,
    changeCount,
    etaChanges,
    rolesAsOf,
    work,
    ports,
    driverReports,
    workOrders,
  };
}
