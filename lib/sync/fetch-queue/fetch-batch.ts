import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { Database } from "@/lib/platform/database/client";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { inParts } from "@/lib/sync/drift-repairs/drift-repairs";
import { CONTAINER_INCLUDE } from "@/lib/sync/lists/include-params";
import { eachLargePage } from "@/lib/sync/lists/page-size";
import { takeInTogether } from "@/lib/sync/records/apply-document";
import type { TrackingClient } from "@/lib/tracking-client/client";
import type { Read } from "@/lib/tracking-client/service-clock";
import {
  type Claimed,
  claimTogether,
  finalizeClaims,
  handBack,
  noteFailure,
  underClaims,
  whileExtended,
} from "./claim";
import { CANNOT_SAY, eachLogPage } from "./delivery-log";
import { type RefetchRequest, requestRefetches } from "./enqueue";
import { requestMissing } from "./enqueue-missing";
import { subjectOf } from "./notification-subject";

const MAX_PAGES = 5;
/** From `min` on, one list page costs less than single requests. */
const LOOK_UPS = { min: 4, max: 2_000 };
/** If more than this number are missing from the log's newest pages, they are not looked up one by one. */
const MAX_SINGLY = 20;
const CONTAINERS = { min: 8, max: 200 };
const CONTAINERS_PER_TRANSACTION = 25;
const CONTAINER_LIST = { path: "containers", parameters: { include: CONTAINER_INCLUDE }, pageSize: 200 };

/** `min`: fewer entries than this are left for single requests. */
type TogetherOptions = { againAfterMs: number; min?: number };

/** Processes claimed entries. Entries left in `open` are released; on a failure all of them are. */
async function withClaims(
  db: Database,
  claimed: readonly Claimed[],
  work: (open: Map<string, Claimed>) => Promise<void>,
): Promise<boolean> {
  if (!claimed.length) return false;
  const open = new Map(claimed.map((one) => [one.id, one]));
  try {
    await whileExtended(db, claimed, () => work(open));
    await handBack(db, [...open.values()]);
  } catch (error) {
    await noteFailure(db, [...open.values()], error);
  }
  return true;
}

/**
 * Looks up the subjects of many minimal notifications in the delivery log, page by page, and enqueues them. Returns
 * false when there are not many. Notifications missing from the log's newest pages are looked up one by one if they are
 * few.
 */
export async function lookUpTogether(
  db: Database,
  client: TrackingClient,
  options: TogetherOptions,
): Promise<boolean> {
  const claimed = await claimTogether(db, "webhook_notification", { ...LOOK_UPS, ...options });
  return withClaims(db, claimed, async (open) => {
    const finalize = async (found: readonly Claimed[], asks: readonly RefetchRequest[]) => {
      await transact(underClaims(db, found), (tx) => requestRefetches(tx, asks));
      await finalizeClaims(db, found, false);
      for (const { id } of found) open.delete(id);
    };
    const recent = (notificationId: string): RefetchRequest => ({
      type: "recent",
      id: "containers",
      notificationId,
    });
    const resolveByRecent = () => finalize([...open.values()], [...open.keys()].map(recent));
    try {
      for await (const { document } of eachLogPage({ db, client }, MAX_PAGES)) {
        const { data, included = [] } = document;
        const found = data.filter(({ id }) => open.has(id));
        const asks = found.map((record): RefetchRequest => {
          const subject = subjectOf(record, included);
          return subject ? { ...subject, notificationId: record.id } : recent(record.id);
        });
        await finalize(
          found.flatMap(({ id }) => open.get(id) ?? []),
          asks,
        );
        if (!open.size) return;
      }
      if (open.size > MAX_SINGLY) await resolveByRecent();
    } catch (error) {
      if (!(error instanceof AppError) || !CANNOT_SAY.includes(error.code)) throw error;
      await resolveByRecent();
    }
  });
}

/**
 * Fetches many requested containers from the pages of most recently refreshed containers, because the subject of a
 * notification was refreshed just now. Returns false when there are not many. Containers missing there are fetched one
 * by one.
 */
export async function fetchContainersTogether(
  db: Database,
  client: TrackingClient,
  options: TogetherOptions,
): Promise<boolean> {
  const claimed = await claimTogether(db, "container", { ...CONTAINERS, ...options });
  return withClaims(db, claimed, async (open) => {
    const answered = claimed.filter((one) => one.hasResponse);
    await finalizeClaims(db, answered, false);
    for (const { id } of answered) open.delete(id);
    if (!open.size) return;
    for await (const { document, ...read } of eachLargePage(db, client, CONTAINER_LIST, MAX_PAGES)) {
      const requested = document.data.filter(({ id }) => open.has(id));
      if (!requested.length) return;
      const brought = [...inParts("container", requested, document.included ?? [], 1)].flatMap(
        ({ data: [container], included }): Brought[] => {
          const one = container && open.get(container.id);
          if (!one) return [];
          open.delete(one.id);
          return [
            { claimed: one, container, included, related: broughtBy(document.included ?? [], container) },
          ];
        },
      );
      for (let at = 0; at < brought.length; at += CONTAINERS_PER_TRANSACTION)
        await takeContainers(db, brought.slice(at, at + CONTAINERS_PER_TRANSACTION), read);
      if (!open.size) return;
    }
  });
}

type Brought = {
  claimed: Claimed;
  container: JsonApiRecord;
  /** Included records first referenced by this container, and records they reference. */
  included: readonly JsonApiRecord[];
  related: JsonApiRecord[];
};

/** Applies containers in one transaction, or each on its own when one of them fails, whose failure is stored. */
async function takeContainers(db: Database, brought: readonly Brought[], read: Read): Promise<void> {
  const claims = brought.map(({ claimed }) => claimed);
  try {
    await transact(underClaims(db, claims), async (tx) => {
      await takeInTogether(
        tx,
        brought.map(({ claimed: { notificationId }, container, included }) => ({
          fetched: { document: { data: container, included: [...included] }, ...read },
          notificationId,
        })),
      );
      await requestMissing(
        tx,
        brought.map(({ claimed: { notificationId }, container, related }) => ({
          document: { data: container, included: related },
          notificationId,
        })),
      );
    });
    await finalizeClaims(db, claims, true);
  } catch (error) {
    if (brought.length === 1) return noteFailure(db, claims, error);
    for (const one of brought) await takeContainers(db, [one], read);
  }
}

/** Returns the included records that this record references. */
function broughtBy(included: readonly JsonApiRecord[], record: JsonApiRecord): JsonApiRecord[] {
  const named = new Set(
    Object.values(record.relationships ?? {}).flatMap(({ data }) =>
      [data ?? []].flat().map(({ type, id }) => `${type} ${id}`),
    ),
  );
  return included.filter(({ type, id }) => named.has(`${type} ${id}`));
}
