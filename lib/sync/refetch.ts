import { sql } from "drizzle-orm";
import { relatedMany, relatedOne } from "@/lib/contract/json-api";
import type { Database } from "@/lib/db/client";
import { AppError, type ErrorCode, reasonOf } from "@/lib/errors";
import { logger } from "@/lib/log";
import { applyRoleAnswer } from "@/lib/mirror/apply-answer";
import { pathOf, type TrackingClient } from "@/lib/tracking/client";
import { askForRefetch, type RefetchSubject } from "@/lib/webhooks/refetches";
import {
  CONTAINER_INCLUDE,
  NOTIFICATION_INCLUDE,
  ONE_SHIPMENT_INCLUDE,
  TRANSPORT_EVENT_INCLUDE,
} from "./includes";
import { takeIn } from "./take-in";

const LEASE_SECONDS = 120;
const MOST_TRIES = 8;
const log = logger("refetch");

type Claimed = RefetchSubject & { notificationId: string | null; askedAt: string; tries: number };

/** Takes the ask longest due for a while; when its process dies it falls due again. */
async function claim(db: Database): Promise<Claimed | null> {
  const { rows } = await db.execute<Claimed>(sql`
    update refetches set next_try_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}), tries = tries + 1
    where (subject_type, subject_id) = (
      select subject_type, subject_id from refetches where next_try_at <= clock_timestamp()
      order by next_try_at limit 1 for update skip locked)
    returning subject_type as "type", subject_id as "id", notification_id as "notificationId",
      asked_at::text as "askedAt", tries`);
  return rows[0] ?? null;
}

/** Drops the ask, unless it was asked again meanwhile: then it is due at once. */
async function settleClaim(db: Database, claimed: Claimed): Promise<void> {
  await db.execute(sql`
    with done as (
      delete from refetches where subject_type = ${claimed.type} and subject_id = ${claimed.id}
        and asked_at = ${claimed.askedAt}::timestamptz returning 1)
    update refetches set next_try_at = clock_timestamp(), tries = 0
    where subject_type = ${claimed.type} and subject_id = ${claimed.id} and not exists (select from done)`);
}

async function fetchContainer(db: Database, client: TrackingClient, claimed: Claimed): Promise<void> {
  const fetched = await client.getItem(pathOf("containers", claimed.id), { include: CONTAINER_INCLUDE });
  await takeIn(db, fetched, claimed.notificationId);
  const shipment = relatedOne(fetched.document.data, "shipment");
  const names = fetched.document.included?.some(({ type, id }) => type === "shipment" && id === shipment?.id);
  if (shipment && !names)
    await askForRefetch(db, { type: "shipment", id: shipment.id }, claimed.notificationId);
  const events = relatedMany(fetched.document.data, "transport_events").map(({ id }) => id);
  if (events.length && ((await hasUnknownPlace(db, claimed.id)) || (await lacksEvent(db, events))))
    await askForRefetch(db, { type: "transport_events", id: claimed.id }, null);
}

async function fetchTrackingRequest(db: Database, client: TrackingClient, claimed: Claimed): Promise<void> {
  const fetched = await client.getItem(pathOf("tracking_requests", claimed.id));
  await takeIn(db, fetched, claimed.notificationId);
  const found = relatedOne(fetched.document.data, "tracked_object");
  const included = fetched.document.included?.some(({ type, id }) => type === "shipment" && id === found?.id);
  if (found?.type === "shipment" && !included)
    await askForRefetch(db, { type: "shipment", id: found.id }, claimed.notificationId);
}

async function lacksEvent(db: Database, ids: string[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from unnest(${sql.param(ids)}::text[]) as listed
    where not exists (select from transport_events e where e.id = listed) limit 1`);
  return rows.length > 0;
}

async function hasUnknownPlace(db: Database, containerId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from transport_events e
    where e.container_id = ${containerId} and e.relationships #>> '{location,data,id}' is not null
      and not exists (select from reference_records r where r.type = e.relationships #>> '{location,data,type}'
        and r.id = e.relationships #>> '{location,data,id}')
    limit 1`);
  return rows.length > 0;
}

/** The delivery log does not hold it, or is not for this account. */
const CANNOT_SAY: readonly ErrorCode[] = ["not_found", "refused_by_service", "not_allowed"];

/** Finds which box a minimal notification is about; when not even the service says, the recent ones are looked at. */
async function fetchNotification(db: Database, client: TrackingClient, claimed: Claimed): Promise<void> {
  const recent: RefetchSubject = { type: "recent", id: "containers" };
  try {
    const { document } = await client.getItem(pathOf("webhook_notifications", claimed.id), {
      include: NOTIFICATION_INCLUDE,
    });
    const named = relatedOne(document.data, "reference_object");
    const reference = document.included?.find(({ type, id }) => type === named?.type && id === named?.id);
    const container =
      (reference && relatedOne(reference, "container")) ??
      document.included?.find(({ type }) => type === "container");
    const shipment = reference && relatedOne(reference, "shipment");
    const subject: RefetchSubject = container
      ? { type: "container", id: container.id }
      : shipment
        ? { type: "shipment", id: shipment.id }
        : recent;
    await askForRefetch(db, subject, claimed.id);
  } catch (error) {
    if (!(error instanceof AppError) || !CANNOT_SAY.includes(error.code)) throw error;
    await askForRefetch(db, recent, claimed.id);
  }
}

const FETCHERS: Record<
  RefetchSubject["type"],
  (db: Database, client: TrackingClient, claimed: Claimed) => Promise<unknown>
> = {
  container: fetchContainer,
  webhook_notification: fetchNotification,
  shipment: async (db, client, claimed) =>
    takeIn(
      db,
      await client.getItem(pathOf("shipments", claimed.id), { include: ONE_SHIPMENT_INCLUDE }),
      claimed.notificationId,
    ),
  tracking_request: fetchTrackingRequest,
  party: async (db, client, { id }) => takeIn(db, await client.getItem(pathOf("parties", id))),
  party_roles: async (db, client, { id }) => {
    const { document, sentAt } = await client.getPage(pathOf("containers", id, "party_roles"));
    await applyRoleAnswer(db, id, document, sentAt);
  },
  transport_events: async (db, client, claimed) =>
    takeIn(
      db,
      await client.getPage(pathOf("containers", claimed.id, "transport_events"), {
        include: TRANSPORT_EVENT_INCLUDE,
      }),
    ),
  recent: async (db, client) =>
    takeIn(db, await client.getPage("containers", { include: CONTAINER_INCLUDE })),
};

/** Fetches the next record that was asked for. Answers false when none is due. */
export async function refetchNext(db: Database, client: TrackingClient): Promise<boolean> {
  const claimed = await claim(db);
  if (!claimed) return false;
  try {
    await FETCHERS[claimed.type](db, client, claimed);
    await settleClaim(db, claimed);
  } catch (error) {
    await noteFailure(db, claimed, error);
  }
  return true;
}

/** Troubles that pass, or that an operator ends: what was asked for is still wanted then. */
const PASSING: readonly ErrorCode[] = ["service_unreachable", "service_busy", "service_refused_key"];

/**
 * A record the service does not know is let go, anything it refuses after some tries; through an outage the ask is kept
 * and tried again with growing pauses.
 */
async function noteFailure(db: Database, claimed: Claimed, error: unknown): Promise<void> {
  const message = reasonOf(error);
  const gone = error instanceof AppError && error.code === "not_found";
  const passing = error instanceof AppError && PASSING.includes(error.code);
  log.warn({ type: claimed.type, id: claimed.id, tries: claimed.tries, message }, "could not fetch");
  if (gone || (!passing && claimed.tries >= MOST_TRIES)) return settleClaim(db, claimed);
  const pauseSeconds = Math.min(2 ** Math.min(claimed.tries, 10), 300);
  await db.execute(sql`
    update refetches set last_error = ${message},
      next_try_at = clock_timestamp() + make_interval(secs => ${pauseSeconds})
    where subject_type = ${claimed.type} and subject_id = ${claimed.id}`);
}
