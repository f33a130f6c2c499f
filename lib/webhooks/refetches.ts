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
    | "webhook_notification"
    | "transport_events"
    | "recent";
  id: string;
};

/**
 * Asks for a record to be fetched. Asking again before it was fetched costs nothing more, and a fetch sent since the
 * notification was received answers the ask.
 */
export async function askForRefetch(
  executor: Executor,
  subject: RefetchSubject,
  notificationId: string | null,
): Promise<void> {
  await executor.execute(sql`
    insert into refetches (subject_type, subject_id, notification_id, asked_at, needed_at)
    values (${subject.type}, ${subject.id}, ${notificationId}, clock_timestamp(), coalesce(
      (select received_at from inbox where notification_id = ${notificationId}), clock_timestamp()))
    on conflict (subject_type, subject_id)
    do update set asked_at = excluded.asked_at, notification_id = excluded.notification_id,
      needed_at = greatest(refetches.needed_at, excluded.needed_at)`);
}
