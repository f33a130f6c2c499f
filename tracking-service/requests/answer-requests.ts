import { asc, eq, lte, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { FailedReason } from "@/lib/contract/enumerations";
import { announce } from "@/tracking-service/deliveries/announce";
import { recordShipment } from "@/tracking-service/facts/record-shipment";
import { type Loop, startLoop } from "@/tracking-service/loop";
import type { CarrierAnswer, Source } from "@/tracking-service/sources/source";
import { type Database, isDatabaseAway, type Transaction } from "@/tracking-service/store/database";
import { parties, trackingRequests } from "@/tracking-service/store/schema";
import { hasActiveDuplicate } from "./active-duplicate";

type Request = typeof trackingRequests.$inferSelect;
type Change = Partial<typeof trackingRequests.$inferInsert>;

const LONGEST_SLEEP_MS = 30_000;
/** Numbers under this code may be asked for again and again. */
const TEST_SCAC = "TEST";

const r = trackingRequests;

async function update(tx: Transaction, request: Request, change: Change, now: Date): Promise<void> {
  await tx
    .update(r)
    .set({ ...change, attempts: request.attempts + 1, updatedAt: now })
    .where(eq(r.id, request.id));
}

const reference = ({ id }: Request) => ({ type: "tracking_request", id }) as const;

async function fail(tx: Transaction, request: Request, reason: FailedReason, now: Date): Promise<void> {
  await update(tx, request, { status: "failed", failedReason: reason, nextAttemptAt: null }, now);
  await announce(
    tx,
    request.accountId,
    [{ event: "tracking_request.failed", reference: reference(request) }],
    now,
  );
}

async function customerName(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [party] = await tx.select({ name: parties.companyName }).from(parties).where(eq(parties.id, id));
  return party?.name ?? null;
}

async function succeed(
  tx: Transaction,
  request: Request,
  found: Extract<CarrierAnswer, { kind: "found" }>,
  scac: string,
  now: Date,
): Promise<void> {
  const { accountId } = request;
  const own = {
    refNumbers: request.refNumbers,
    tags: request.shipmentTags,
    customerName: await customerName(tx, request.customerId),
  };
  const requestNumber = request.requestType === "container" ? null : request.normalizedNumber;
  const { shipmentId, boxes } = found;
  await recordShipment(tx, { accountId, shipmentId, requestNumber, boxes, own }, now);
  await found.follow(tx, accountId);
  await update(tx, request, { status: "succeeded", scac, shipmentId, nextAttemptAt: null }, now);
  const succeeded = { event: "tracking_request.succeeded", reference: reference(request) } as const;
  await announce(tx, accountId, [succeeded], now);
}

async function wait(
  tx: Transaction,
  request: Request,
  askAgainAt: Date,
  scac: string,
  now: Date,
): Promise<void> {
  await update(tx, request, { status: "awaiting_manifest", scac, nextAttemptAt: askAgainAt }, now);
  if (request.status === "awaiting_manifest") return;
  const awaiting = { event: "tracking_request.awaiting_manifest", reference: reference(request) } as const;
  await announce(tx, request.accountId, [awaiting], now);
}

/** One request's answer, taken in as a whole (interface.md, States and transitions). */
async function answerOne(tx: Transaction, request: Request, source: Source, now: Date): Promise<void> {
  const { accountId, normalizedNumber } = request;
  const scac = request.scac ?? source.detectScac(normalizedNumber);
  if (scac === null) return fail(tx, request, "scac_auto_detect_failed", now);
  // Two of the same number asked at once are looked at one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${accountId + normalizedNumber}))`);
  if (scac !== TEST_SCAC && (await hasActiveDuplicate(tx, request, scac))) {
    return fail(tx, request, "duplicate", now);
  }
  const answer = source.lookUp(
    {
      requestId: request.id,
      accountId,
      number: request.requestNumber,
      requestType: request.requestType,
      scac,
      attempts: request.attempts,
      firstAskedAt: request.createdAt,
    },
    now,
  );
  if (answer.kind === "failed") return fail(tx, request, answer.reason, now);
  if (answer.kind === "not_manifested") return wait(tx, request, answer.askAgainAt, scac, now);
  return succeed(tx, request, answer, scac, now);
}

export type Answering = { db: Database; source: Source; log: Logger; now: () => Date };

/** Answers one request that is due, oldest first; false when none is. */
async function answerNext({ db, source, log, now }: Answering): Promise<boolean> {
  return db.transaction(async (tx) => {
    const at = now();
    const [request] = await tx
      .select()
      .from(r)
      .where(lte(r.nextAttemptAt, at))
      .orderBy(asc(r.nextAttemptAt), asc(r.id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!request) return false;
    try {
      await tx.transaction((nested) => answerOne(nested, request, source, at));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, request: request.id }, "tracking request could not be answered");
      await fail(tx, request, "internal_processing_error", at);
    }
    log.info({ request: request.id, number: request.requestNumber }, "tracking request answered");
    return true;
  });
}

/** Brings carriers' answers to requests as they come due, whether or not the simulation is paused. */
export function startAnswering(answering: Answering): Loop {
  const { db, log, now } = answering;
  return startLoop("requests", log, async (stopping) => {
    while (!stopping() && (await answerNext(answering)));
    const [next] = await db
      .select({ at: sql<Date | null>`min(${r.nextAttemptAt})`.mapWith(r.nextAttemptAt) })
      .from(r);
    const wait = next?.at ? next.at.getTime() - now().getTime() : LONGEST_SLEEP_MS;
    return Math.min(Math.max(wait, 5), LONGEST_SLEEP_MS);
  });
}
