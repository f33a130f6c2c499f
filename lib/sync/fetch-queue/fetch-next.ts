import type { SQL } from "drizzle-orm";
import { relatedOne } from "@/lib/contract/json-api";
import type { Database } from "@/lib/platform/database/client";
import { type Transactor, transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import {
  CONTAINER_INCLUDE,
  DOCUMENT_INCLUDE,
  NOTIFICATION_INCLUDE,
  ONE_SHIPMENT_INCLUDE,
  TRANSPORT_EVENT_INCLUDE,
} from "@/lib/sync/lists/include-params";
import { takeIn } from "@/lib/sync/records/apply-document";
import { readRoles } from "@/lib/sync/records/container-roles";
import { readRecent } from "@/lib/sync/records/recent-containers";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import {
  AGAIN_AFTER_MS,
  type Claimed,
  claimNext,
  finalizeClaims,
  IS_FETCHED_SINGLY,
  noteFailure,
  underClaims,
  whileExtended,
} from "./claim";
import { CANNOT_SAY } from "./delivery-log";
import { type RefetchSubject, requestRefetch } from "./enqueue";
import { requestMissing } from "./enqueue-missing";
import { fetchContainersTogether, lookUpTogether } from "./fetch-batch";
import { subjectOf } from "./notification-subject";

/** The rest when nothing is due. */
const IDLE_REST_MS = 500;
const MAX_REST_MS = 5_000;
/** When requests are scarce, one list page is read even for one record: others may be due by then. */
const SCARCE_MIN = 1;
const SCARCE_SINGLES = 3;

async function fetchContainer(db: Transactor, client: TrackingClient, claimed: Claimed): Promise<void> {
  const fetched = await client.getItem(pathOf("containers", claimed.id), { include: CONTAINER_INCLUDE });
  await takeIn(db, fetched, claimed.notificationId);
  await transact(db, (tx) =>
    requestMissing(tx, [{ document: fetched.document, notificationId: claimed.notificationId }]),
  );
}

async function fetchTrackingRequest(db: Transactor, client: TrackingClient, claimed: Claimed): Promise<void> {
  const fetched = await client.getItem(pathOf("tracking_requests", claimed.id));
  await takeIn(db, fetched, claimed.notificationId);
  const found = relatedOne(fetched.document.data, "tracked_object");
  const included = fetched.document.included?.some(({ type, id }) => type === "shipment" && id === found?.id);
  if (found?.type === "shipment" && !included)
    await transact(db, (tx) =>
      requestRefetch(tx, { type: "shipment", id: found.id }, claimed.notificationId),
    );
}

/**
 * Finds the container of a minimal notification. When the service does not return it either, the recent containers are
 * read.
 */
async function fetchNotification(db: Transactor, client: TrackingClient, claimed: Claimed): Promise<void> {
  const recent: RefetchSubject = { type: "recent", id: "containers" };
  try {
    const { document } = await client.getItem(pathOf("webhook_notifications", claimed.id), {
      include: NOTIFICATION_INCLUDE,
    });
    const related = document.included ?? [];
    const container = related.find(({ type }) => type === "container");
    const about =
      subjectOf(document.data, related) ?? (container && { type: "container" as const, id: container.id });
    await transact(db, (tx) => requestRefetch(tx, about ?? recent, claimed.id));
  } catch (error) {
    if (!(error instanceof AppError) || !CANNOT_SAY.includes(error.code)) throw error;
    await transact(db, (tx) => requestRefetch(tx, recent, claimed.id));
  }
}

const FETCHERS: Record<
  RefetchSubject["type"],
  (db: Transactor, client: TrackingClient, claimed: Claimed) => Promise<unknown>
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
  document: async (db, client, { id }) =>
    takeIn(db, await client.getItem(pathOf("documents", id), { include: DOCUMENT_INCLUDE })),
  party_roles: (db, client, { id }) => readRoles(db, client, id),
  transport_events: async (db, client, claimed) =>
    takeIn(
      db,
      await client.getPage(pathOf("containers", claimed.id, "transport_events"), {
        include: TRANSPORT_EVENT_INCLUDE,
      }),
    ),
  // Back to the start of the last read: every waiting notification arrived after it, however long ago that was.
  recent: (db, client, { lastSentAt }) => readRecent(db, client, lastSentAt ? new Date(lastSentAt) : null),
};

/**
 * Fetches the next requested record, or several together when many are waiting. Returns false when none is due, and
 * also while the circuit is open because the service did not respond.
 */
export async function refetchNext(
  db: Database,
  client: TrackingClient,
  againAfterMs = AGAIN_AFTER_MS,
): Promise<boolean> {
  if (await lookUpTogether(db, client, { againAfterMs })) return true;
  if (await fetchContainersTogether(db, client, { againAfterMs })) return true;
  return fetchSingle(db, client, againAfterMs);
}

/** Fetches the record that is longest due, of those that `where` allows. Returns false when none is due. */
async function fetchSingle(
  db: Database,
  client: TrackingClient,
  againAfterMs: number,
  where?: SQL,
): Promise<boolean> {
  const claimed = await claimNext(db, againAfterMs, where);
  if (!claimed) return false;
  try {
    if (!claimed.hasResponse)
      await whileExtended(db, [claimed], () =>
        FETCHERS[claimed.type](underClaims(db, [claimed]), client, claimed),
      );
    await finalizeClaims(db, [claimed], !claimed.hasResponse);
  } catch (error) {
    await noteFailure(db, [claimed], error);
  }
  return true;
}

/**
 * Fetches the next requested records and returns the ms to rest. While many request slots are free, each record is
 * fetched at once. Otherwise a round fetches what is due by list pages, and a few of the records that these lack singly.
 * Then it rests for as long as these requests take in the budget, so that the next round fetches many records together.
 */
export async function refetchRound(
  db: Database,
  client: TrackingClient,
  againAfterMs = AGAIN_AFTER_MS,
): Promise<number> {
  const pace = await client.pace();
  if (pace === 0) return (await refetchNext(db, client, againAfterMs)) ? 0 : IDLE_REST_MS;
  const options = { againAfterMs, min: SCARCE_MIN };
  let requests = 0;
  if (await lookUpTogether(db, client, options)) requests += 1;
  if (await fetchContainersTogether(db, client, options)) requests += 1;
  for (let single = 0; single < SCARCE_SINGLES; single += 1) {
    if (!(await fetchSingle(db, client, againAfterMs, IS_FETCHED_SINGLY))) break;
    requests += 1;
  }
  return requests === 0 ? IDLE_REST_MS : Math.min(requests * pace, MAX_REST_MS);
}
