import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { TrackingClient } from "@/lib/tracking/client";
import { type Ask, askForRefetches } from "@/lib/webhooks/refetches";
import { askForLeftOut } from "./ask-for-left-out";
import { CANNOT_SAY, readLogPage } from "./delivery-log";
import { inParts } from "./healing";
import { CONTAINER_INCLUDE } from "./includes";
import { subjectOf } from "./notification-subject";
import { getLargePage } from "./page-size";
import { type Claimed, claimTogether, handBack, noteFailure, settleClaims } from "./refetch-claims";
import { takeIn } from "./take-in";

const MOST_PAGES = 5;
/** From so many on one page of a list costs less than asking for each. */
const LOOK_UPS = { least: 4, most: 500 };
const BOXES = { least: 8, most: 200 };
const BOXES_A_PAGE = 200;

/** Does something about claimed asks; those it leaves in `open` are given back, all of them when it fails. */
async function withClaims(
  db: Database,
  claimed: readonly Claimed[],
  work: (open: Map<string, Claimed>) => Promise<void>,
): Promise<boolean> {
  if (!claimed.length) return false;
  const open = new Map(claimed.map((one) => [one.id, one]));
  try {
    await work(open);
    await handBack(db, [...open.values()]);
  } catch (error) {
    for (const one of open.values()) await noteFailure(db, one, error);
  }
  return true;
}

/**
 * Looks up in the delivery log what many minimal notifications were about, a page of it at a time, and asks for that. Answers
 * false when there are not many. Those the log's newest pages do not hold are looked up one by one.
 */
export async function lookUpTogether(
  db: Database,
  client: TrackingClient,
  againAfterMs: number,
): Promise<boolean> {
  const claimed = await claimTogether(db, "webhook_notification", { ...LOOK_UPS, againAfterMs });
  return withClaims(db, claimed, async (open) => {
    const settle = async (found: readonly Claimed[], asks: readonly Ask[]) => {
      await askForRefetches(db, asks);
      await settleClaims(db, found, false);
      for (const { id } of found) open.delete(id);
    };
    const recent = (notificationId: string): Ask => ({ type: "recent", id: "containers", notificationId });
    try {
      for (let page = 1; page <= MOST_PAGES && open.size; page += 1) {
        const { data, included } = await readLogPage({ db, client }, page);
        const found = data.filter(({ id }) => open.has(id));
        if (!found.length) return;
        const asks = found.map((record): Ask => {
          const subject = subjectOf(record, included);
          return subject ? { ...subject, notificationId: record.id } : recent(record.id);
        });
        await settle(
          found.flatMap(({ id }) => open.get(id) ?? []),
          oneEach(asks),
        );
      }
    } catch (error) {
      if (!(error instanceof AppError) || !CANNOT_SAY.includes(error.code)) throw error;
      const all = [...open.values()];
      await settle(all, oneEach(all.map(({ id }) => recent(id))));
    }
  });
}

/** Each subject once, in the order of type and id, as every transaction takes them. */
function oneEach(asks: readonly Ask[]): Ask[] {
  const byKey = new Map(asks.map((ask) => [`${ask.type} ${ask.id}`, ask]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ask]) => ask);
}

/**
 * Fetches many containers that were asked for out of the most recently refreshed pages, since what a notification is about
 * was refreshed just now. Answers false when there are not many. Those that are not there are fetched one by one.
 */
export async function fetchBoxesTogether(
  db: Database,
  client: TrackingClient,
  againAfterMs: number,
): Promise<boolean> {
  const claimed = await claimTogether(db, "container", { ...BOXES, againAfterMs });
  return withClaims(db, claimed, async (open) => {
    const answered = claimed.filter((one) => one.answered);
    await settleClaims(db, answered, false);
    for (const { id } of answered) open.delete(id);
    for (let page = 1; page <= MOST_PAGES && open.size; page += 1) {
      const list = {
        path: "containers",
        parameters: { include: CONTAINER_INCLUDE },
        pageSize: BOXES_A_PAGE,
      };
      const fetched = await getLargePage(db, client, { ...list, page });
      if (fetched === "other_size") continue;
      const { data, included = [] } = fetched.document;
      const asked = data.filter(({ id }) => open.has(id));
      if (!asked.length) return;
      for (const part of inParts("container", asked, included, 1)) {
        const [box] = part.data;
        const one = box && open.get(box.id);
        if (!box || !one) continue;
        await takeIn(
          db,
          { document: { data: box, included: [...part.included] }, sentAt: fetched.sentAt },
          one.notificationId,
        );
        await askForLeftOut(db, { data: box, included: broughtBy(included, box) }, one.notificationId);
        await settleClaims(db, [one], true);
        open.delete(box.id);
      }
    }
  });
}

/** The included records that this one names. */
function broughtBy(included: readonly JsonApiRecord[], record: JsonApiRecord): JsonApiRecord[] {
  const named = new Set(
    Object.values(record.relationships ?? {}).flatMap(({ data }) =>
      [data ?? []].flat().map(({ type, id }) => `${type} ${id}`),
    ),
  );
  return included.filter(({ type, id }) => named.has(`${type} ${id}`));
}
