import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/platform/database/client";

export const REFETCH_TYPES = [
  "container",
  "shipment",
  "tracking_request",
  "party",
  "party_roles",
  "document",
  "webhook_notification",
  "transport_events",
  "recent",
] as const;

/**
 * A record to fetch from the service: a missing reference of a notification, or the result of a user's action that was
 * not ingested. `recent` has no id, `party_roles` has the container's id.
 */
export type RefetchSubject = { type: (typeof REFETCH_TYPES)[number]; id: string };

export type RefetchRequest = RefetchSubject & { notificationId: string | null };

/**
 * Enqueues records to be fetched. A repeated request before the fetch costs nothing more. A fetch sent after the
 * notification was received answers the request; with several notifications, the newest one counts. Records that retention
 * deleted are not enqueued. Writes in order of type and id, so that two workers never wait for each other.
 */
export async function requestRefetches(executor: Executor, asks: readonly RefetchRequest[]): Promise<void> {
  if (!asks.length) return;
  const column = (values: (string | null)[]) => sql`${sql.param(values)}::text[]`;
  await executor.execute(sql`
    insert into fetch_queue (subject_type, subject_id, notification_id, requested_at, needed_at)
    select type, id, notification_id, clock_timestamp(), needed_at from (
      select distinct on (asked.type, asked.id) asked.type, asked.id, asked.notification_id,
        coalesce(i.received_at, clock_timestamp()) as needed_at
      from unnest(${column(asks.map(({ type }) => type))}, ${column(asks.map(({ id }) => id))},
        ${column(asks.map(({ notificationId }) => notificationId))})
        with ordinality as asked (type, id, notification_id, place)
      left join inbox i on i.notification_id = asked.notification_id
      where not exists (select from deleted_by_retention d where d.id = asked.id
        and d.type = case when asked.type in ('party_roles', 'transport_events') then 'container' else asked.type end)
      order by asked.type, asked.id, needed_at desc, asked.place desc) as newest
    on conflict (subject_type, subject_id)
    do update set requested_at = excluded.requested_at, notification_id = excluded.notification_id,
      needed_at = greatest(fetch_queue.needed_at, excluded.needed_at)`);
}

/** Enqueues one record. */
export async function requestRefetch(
  executor: Executor,
  subject: RefetchSubject,
  notificationId: string | null,
): Promise<void> {
  await requestRefetches(executor, [{ ...subject, notificationId }]);
}
