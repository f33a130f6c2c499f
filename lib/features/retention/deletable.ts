import { type SQL, sql } from "drizzle-orm";

/** When the move of container `c` ended: its empty return, its deletion by the service, or the end of its tracking. */
export const FINISHED_AT: SQL = sql`coalesce(
  (select r.empty_at from report_containers r where r.container_id = c.id),
  (select g.deleted_upstream_at from seen_records g where g.type = 'container' and g.id = c.id),
  (select s.tracking_stopped_at from shipments s where s.id = c.shipment_id))`;

/** Whether a share link, embed or feed that has not ended shows the record `id`. */
const isShared = (id: SQL, now: Date): SQL => sql`exists (select from access_tokens t
  where t.settings #>> '{about,id}' = ${id} and t.revoked_at is null and (t.expires_at is null or t.expires_at > ${now}))`;

const hasWaitingJob = (id: SQL): SQL =>
  sql`exists (select from job_rows j where j.subject_id = ${id} and j.state = 'waiting')`;

/** Whether something open of the team needs container `c`: a follow-up, a plan, a job, a link, a work order, a report. */
const isNeeded = (now: Date): SQL => sql`(
  exists (select from follow_ups f where f.container_id = c.id and f.closed_at is null)
  or exists (select from planned_moves p where p.container_id = c.id
    and greatest(p.pickup_at, p.delivery_at, p.empty_return_at) > ${now})
  or ${hasWaitingJob(sql`c.id`)} or ${isShared(sql`c.id`, now)}
  or exists (select from work_orders w join access_tokens t on t.id = w.token_id
    where w.container_id = c.id and w.withdrawn_at is null and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > ${now}))
  or exists (select from report_rebuild_queue q where q.container_id = c.id))`;

/** Whether container `c` was finished before the cutoff and nothing open needs it. */
const isContainerDeletable = (cutoff: Date, now: Date): SQL =>
  sql`(coalesce(${FINISHED_AT} < ${cutoff}, false) and not ${isNeeded(now)})`;

export type Cutoff = { cutoff: Date; now: Date };

/** The shipments, as `s`, all of whose containers were finished before the cutoff. They are deleted as a whole. */
export const isShipmentDeletable = ({ cutoff, now }: Cutoff): SQL => sql`(
  exists (select from containers c where c.shipment_id = s.id)
  and not exists (select from containers c where c.shipment_id = s.id and not ${isContainerDeletable(cutoff, now)})
  and not ${isShared(sql`s.id`, now)} and not ${hasWaitingJob(sql`s.id`)})`;

/** The containers, as `c`, without a shipment that were finished before the cutoff. */
export const isLoneContainerDeletable = ({ cutoff, now }: Cutoff): SQL => sql`(
  not exists (select from shipments s where s.id = c.shipment_id) and ${isContainerDeletable(cutoff, now)})`;

/** Jobs, as `j`, that ended before the cutoff. */
export const isJobDeletable = (cutoff: Date): SQL => sql`(j.ended_at < ${cutoff})`;

/** Ids to delete: whether an id is one of them, and the ids as rows `one (id)` of a query. */
export type IdSet = { has: (id: SQL) => SQL; rows: SQL };
export type DeletedIds = { containers: IdSet; shipments: IdSet; requests: IdSet };

/** Whether a row of a table, as `t`, belongs to a record that is deleted. */
type Part = { table: string; label: string; belongs: (ids: DeletedIds) => SQL };

const column = (name: string): SQL => sql`t.${sql.identifier(name)}`;

const ofContainer =
  (name: string) =>
  ({ containers }: DeletedIds): SQL =>
    containers.has(column(name));

const ofEither =
  (id: SQL) =>
  ({ containers, shipments }: DeletedIds): SQL =>
    sql`(${containers.has(id)} or ${shipments.has(id)})`;

const ofSubject =
  (type: string, id: string) =>
  ({ containers, shipments, requests }: DeletedIds): SQL =>
    sql`((${column(type)} = 'container' and ${containers.has(column(id))})
      or (${column(type)} = 'shipment' and ${shipments.has(column(id))})
      or (${column(type)} = 'tracking_request' and ${requests.has(column(id))}))`;

/** The documents that name records by a relationship. */
const documentsOf = (relation: string, { rows }: IdSet): SQL => sql`
  select d.id from ${rows}, documents d where d.relationships @> jsonb_build_object(${relation}::text,
    jsonb_build_object('data', jsonb_build_array(jsonb_build_object('id', one.id))))`;

/** A document is deleted with the last of its containers and shipments. */
const documentBelongs = ({ containers, shipments }: DeletedIds): SQL => sql`(
  t.id in (${documentsOf("cargos", containers)} union ${documentsOf("shipments", shipments)})
  and not exists (select from jsonb_path_query(t.relationships, '$.*.data[*]') owner
    where not ${containers.has(sql`owner ->> 'id'`)} and not ${shipments.has(sql`owner ->> 'id'`)}
      and (exists (select from containers o where o.id = owner ->> 'id')
        or exists (select from shipments o where o.id = owner ->> 'id'))))`;

/** Every table with rows of containers, shipments and their tracking requests, in the order of deletion. */
export const DELETED_PARTS: readonly Part[] = [
  { table: "documents", label: "Documents", belongs: documentBelongs },
  {
    table: "custom_fields",
    label: "Custom fields",
    belongs: ofEither(sql`(t.relationships #>> '{entity,data,id}')`),
  },
  { table: "transport_events", label: "Milestones", belongs: ofContainer("container_id") },
  { table: "changes", label: "Changes", belongs: ofSubject("subject_type", "subject_id") },
  { table: "source_updates", label: "Reports of changes", belongs: ofSubject("subject_type", "subject_id") },
  { table: "container_maps", label: "Maps", belongs: ofContainer("container_id") },
  { table: "container_raw_events", label: "Raw events", belongs: ofContainer("container_id") },
  { table: "related_fetches", label: "Times of reads", belongs: ofContainer("container_id") },
  { table: "party_role_fetches", label: "Times of reads of parties", belongs: ofContainer("roleable_id") },
  { table: "party_roles", label: "Assigned parties", belongs: ofEither(sql`t.roleable_id`) },
  { table: "last_seen", label: "Marks of seen changes", belongs: ofContainer("container_id") },
  { table: "follow_ups", label: "Follow-ups", belongs: ofContainer("container_id") },
  { table: "planned_moves", label: "Plans", belongs: ofContainer("container_id") },
  { table: "driver_reports", label: "Drivers’ reports", belongs: ofContainer("container_id") },
  { table: "work_orders", label: "Work orders", belongs: ofContainer("container_id") },
  { table: "calendar_entries", label: "Calendar entries", belongs: ofContainer("container_id") },
  { table: "fetch_queue", label: "Waiting reads", belongs: ofSubject("subject_type", "subject_id") },
  { table: "seen_records", label: "Marks of sync runs", belongs: ofSubject("type", "id") },
  { table: "board_rows", label: "Board rows", belongs: ofContainer("container_id") },
  { table: "containers", label: "Containers", belongs: ofContainer("id") },
  {
    table: "tracking_requests",
    label: "Tracking requests",
    belongs: ({ requests }) => requests.has(column("id")),
  },
  { table: "shipments", label: "Shipments", belongs: ({ shipments }) => shipments.has(column("id")) },
];
