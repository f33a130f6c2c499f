import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";

/** The states by which received deliveries can be listed. */
export const RECEIVED_STATES = ["any", "waiting", "dead_lettered"] as const;
export type ReceivedState = (typeof RECEIVED_STATES)[number];

/** A changed field as stored, with its record. */
export type ReceivedChange = {
  subjectType: string;
  subjectId: string;
  name: string | null;
  field: string;
  before: unknown;
  after: unknown;
  zone: string | null;
};

/** A delivery in the inbox and its changes. Times are ISO text in UTC. */
export type ReceivedDelivery = {
  id: string;
  event: string;
  createdAt: string;
  receivedAt: string;
  processedAt: string | null;
  deadLetteredAt: string | null;
  attempts: number;
  error: string | null;
  changes: ReceivedChange[];
  changeCount: number;
  subject: { type: string; id: string; name: string | null } | null;
};

const CHANGES_SHOWN = 6;
/** Maximum count of rows. Above it the page shows "at least". */
export const MAX_COUNTED = 1_000;

const WHICH = {
  any: sql`true`,
  waiting: sql`processed_at is null and dead_lettered_at is null`,
  dead_lettered: sql`dead_lettered_at is not null`,
} satisfies Record<ReceivedState, ReturnType<typeof sql>>;

const nameOf = (type: ReturnType<typeof sql>, id: ReturnType<typeof sql>) => sql`case ${type}
  when 'container' then (select attributes ->> 'number' from containers where id = ${id})
  when 'shipment' then (select attributes ->> 'bill_of_lading_number' from shipments where id = ${id})
  when 'tracking_request' then (select attributes ->> 'request_number' from tracking_requests where id = ${id}) end`;

const deliverySchema = z.object({
  id: z.string(),
  event: z.string(),
  createdAt: z.string(),
  receivedAt: z.string(),
  processedAt: z.string().nullable(),
  deadLetteredAt: z.string().nullable(),
  attempts: z.number(),
  error: z.string().nullable(),
  changes: z.array(
    z.object({
      subjectType: z.string(),
      subjectId: z.string(),
      name: z.string().nullable(),
      field: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      zone: z.string().nullable(),
    }),
  ),
  changeCount: z.number(),
  subject: z.object({ type: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
});

/** Returns the deliveries of inbox rows. `listed` is a query for their ids, ordered by `place`. */
async function load(executor: Executor, listed: ReturnType<typeof sql>): Promise<ReceivedDelivery[]> {
  return queryRows(
    executor,
    deliverySchema,
    sql`
      with listed as (${listed}),
      reported as (
        select c.notification_id, c.subject_type, c.subject_id, c.field, c.zone,
          coalesce(to_jsonb(old.attributes ->> 'name'), c.before) as before,
          coalesce(to_jsonb(new.attributes ->> 'name'), c.after) as after,
          row_number() over (partition by c.notification_id order by c.id) as place,
          count(*) over (partition by c.notification_id)::int as total
        from changes c
        left join reference_records old on c.field = 'pod_terminal' and old.type = 'terminal'
          and old.id = c.before #>> '{}'
        left join reference_records new on c.field = 'pod_terminal' and new.type = 'terminal'
          and new.id = c.after #>> '{}'
        where c.notification_id in (select id from listed))
      select i.notification_id as id, i.event, to_iso(i.created_at) as "createdAt",
        to_iso(i.received_at) as "receivedAt", to_iso(i.processed_at) as "processedAt",
        to_iso(i.dead_lettered_at) as "deadLetteredAt", i.attempts, i.last_error as error,
        coalesce((select max(total) from reported t where t.notification_id = i.notification_id), 0) as "changeCount",
        coalesce((select json_agg(json_build_object('subjectType', subject_type, 'subjectId', subject_id,
            'name', ${nameOf(sql`subject_type`, sql`subject_id`)},
            'field', field, 'before', before, 'after', after, 'zone', zone) order by place)
          from reported t where t.notification_id = i.notification_id and place <= ${CHANGES_SHOWN}), '[]') as changes,
        case when i.subject is not null then json_build_object(
          'type', split_part(i.subject, ' ', 1), 'id', substr(i.subject, strpos(i.subject, ' ') + 1),
          'name', ${nameOf(sql`split_part(i.subject, ' ', 1)`, sql`substr(i.subject, strpos(i.subject, ' ') + 1)`)}) end as subject
      from listed l join inbox i on i.notification_id = l.id order by l.place`,
  );
}

/** Returns the deliveries that Drayboard received, latest first. `total` counts at most MAX_COUNTED. */
export async function listReceived(
  executor: Executor,
  { state, offset, limit }: { state: ReceivedState; offset: number; limit: number },
): Promise<{ total: number; deliveries: ReceivedDelivery[] }> {
  const which = WHICH[state];
  const [deliveries, [total = 0]] = await Promise.all([
    load(
      executor,
      sql`select notification_id as id, row_number() over (order by received_at desc, notification_id) as place
        from (select notification_id, received_at from inbox i where ${which}
          order by received_at desc, notification_id offset ${offset} limit ${limit}) as chosen`,
    ),
    queryColumn(
      executor,
      z.number(),
      sql`
        select count(*)::int as total from (select from inbox i where ${which} limit ${MAX_COUNTED}) as counted`,
    ),
  ]);
  return { total, deliveries };
}

/** Returns those of the notifications that Drayboard received, by id. */
export async function findReceived(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, ReceivedDelivery>> {
  const found = await load(
    executor,
    sql`select id, place from unnest(${sql.param([...ids])}::text[]) with ordinality as asked (id, place)`,
  );
  return new Map(found.map((delivery) => [delivery.id, delivery]));
}

const subjectNameRowSchema = z.object({ key: z.string(), name: z.string().nullable() });

/** Returns the names of mirror records for a list. Null when the mirror does not contain the record. */
export async function findSubjectNames(
  executor: Executor,
  subjects: readonly { type: string; id: string }[],
): Promise<Map<string, string>> {
  const rows = await queryRows(
    executor,
    subjectNameRowSchema,
    sql`
      select asked.type || ' ' || asked.id as key, ${nameOf(sql`asked.type`, sql`asked.id`)} as name
      from unnest(${sql.param(subjects.map(({ type }) => type))}::text[],
        ${sql.param(subjects.map(({ id }) => id))}::text[]) as asked (type, id)`,
  );
  return new Map(rows.flatMap(({ key, name }) => (name ? [[key, name]] : [])));
}
