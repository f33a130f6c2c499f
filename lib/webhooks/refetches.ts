import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";

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
 * Asks for records to be fetched, in the order given. Asking again before one was fetched costs nothing more, and a
 * fetch sent since the notification was received answers the ask. No record may be named twice.
 */
export async function askForRefetches(executor: Executor, asks: readonly Ask[]): Promise<void> {
  if (!asks.length) return;
  const column = (values: (string | null)[]) => sql`${sql.param(values)}::text[]`;
  await executor.execute(sql`
    insert into refetches (subject_type, subject_id, notification_id, asked_at, needed_at)
    select asked.type, asked.id, asked.notification_id, clock_timestamp(), coalesce(
      (select received_at from inbox i where i.notification_id = asked.notification_id), clock_timestamp())
    from unnest(${column(asks.map(({ type }) => type))}, ${column(asks.map(({ id }) => id))},
      ${column(asks.map(({ notificationId }) => notificationId))}) as asked (type, id, notification_id)
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
