import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/platform/database/client";

/**
 * A record to ask the service for: what a notification named but left out, or what a person did and the mirror did not
 * take in. `recent` has no id, `party_roles` has the container's.
 */
export type RefetchSubject = {
  type:
    | "container"
    | "shipment"
    | "tracking_request"
    | "party"
    | "party_roles"
    | "document"
    | "webhook_notification"
    | "transport_events"
    | "recent";
  id: string;
};

export type Ask = RefetchSubject & { notificationId: string | null };

/**
 * Asks for records to be fetched. Asking again before one was fetched costs nothing more, and a fetch sent since the
 * notification was received answers the ask; where several notifications ask for one record, since the newest of them was.
 * By type and id, so that two workers never wait for each other.
 */
export async function askForRefetches(executor: Executor, asks: readonly Ask[]): Promise<void> {
  if (!asks.length) return;
  const column = (values: (string | null)[]) => sql`${sql.param(values)}::text[]`;
  await executor.execute(sql`
    insert into refetches (subject_type, subject_id, notification_id, asked_at, needed_at)
    select type, id, notification_id, clock_timestamp(), needed_at from (
      select distinct on (asked.type, asked.id) asked.type, asked.id, asked.notification_id,
        coalesce(i.received_at, clock_timestamp()) as needed_at
      from unnest(${column(asks.map(({ type }) => type))}, ${column(asks.map(({ id }) => id))},
        ${column(asks.map(({ notificationId }) => notificationId))})
        with ordinality as asked (type, id, notification_id, place)
      left join inbox i on i.notification_id = asked.notification_id
      order by asked.type, asked.id, needed_at desc, asked.place desc) as newest
    on conflict (subject_type, subject_id)
    do update set asked_at = excluded.asked_at, notification_id = excluded.notification_id,
      needed_at = greatest(refetches.needed_at, excluded.needed_at)`);
}

/** Asks for one record. */
export async function askForRefetch(
  executor: Executor,
  subject: RefetchSubject,
  notificationId: string | null,
): Promise<void> {
  await askForRefetches(executor, [{ ...subject, notificationId }]);
}
