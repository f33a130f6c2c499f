import { sql } from "drizzle-orm";
import { z } from "zod";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { notificationAttributesSchema } from "@/lib/contract/webhook";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { installation } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import type { SyncRunResult } from "@/lib/sync/drift-repairs/run-context";
import { countRequest } from "@/lib/sync/drift-repairs/run-store";
import { CANNOT_SAY, eachLogPage } from "@/lib/sync/fetch-queue/delivery-log";
import { subjectOf } from "@/lib/sync/fetch-queue/notification-subject";
import { repairOne } from "@/lib/sync/records/read-record";
import { findOwnWebhook, listRetiredWebhooks } from "@/lib/tracking-client/registered-webhook";

const LOOKED_UNTIL = "deliveries_looked_until";
/** Deliveries from shortly before the last check are checked again, because they were still in transit then. */
const OVERLAP_MS = 5 * 60_000;
/** A delivery pending for this long has failed at least three times. */
const PENDING_MS = 60_000;
const MAX_PAGES = 10;
/** Beyond this number of records, the list reads that follow repair them as fast. */
const MAX_RECORDS = 50;

/**
 * The last check: the newest delivery of the log at that time, and the deliveries just before it that were already
 * repaired.
 */
const displaySchema = z.object({ until: z.coerce.date(), repaired: z.array(z.string()).default([]) });
type Look = z.infer<typeof displaySchema>;

async function findLastSeen(executor: Executor): Promise<Look | null> {
  const [row] = await executor.select().from(installation).where(sql`${installation.name} = ${LOOKED_UNTIL}`);
  const read = displaySchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

async function rememberLastSeen(executor: Executor, { until, repaired }: Look): Promise<void> {
  const value = { until: until.toISOString(), repaired };
  await executor
    .insert(installation)
    .values({ name: LOOKED_UNTIL, value })
    .onConflictDoUpdate({ target: installation.name, set: { value, updatedAt: sql`clock_timestamp()` } });
}

type Delivery = { record: JsonApiRecord; status: string; createdAt: Date };

function deliveryOf(record: JsonApiRecord): Delivery | null {
  const read = notificationAttributesSchema.safeParse(record.attributes);
  if (!read.success) return null;
  const { created_at, delivery_status } = read.data;
  return { record, status: delivery_status ?? "", createdAt: new Date(created_at) };
}

async function withoutReceived(executor: Executor, deliveries: readonly Delivery[]): Promise<Delivery[]> {
  const ids = deliveries.map(({ record }) => record.id);
  const rows = await queryColumn(
    executor,
    z.string(),
    sql`
      select notification_id as id from inbox where notification_id = any(${sql.param(ids)}::text[])`,
  );
  const received = new Set(rows);
  return deliveries.filter(({ record }) => !received.has(record.id));
}

/**
 * Returns whether a delivery was not received, according to the log. `newest`: the instant of the newest delivery in
 * the log.
 */
const isLost = ({ status, createdAt }: Delivery, newest: Date) =>
  status === "failed" ||
  (status === "pending" && newest.getTime() - createdAt.getTime() >= PENDING_MS) ||
  (status === "pending" && Date.now() - createdAt.getTime() >= PENDING_MS);

/** Requests the subjects of undelivered notifications, newest first, and repairs them. */
async function repair(
  run: SyncRunResult,
  deliveries: readonly Delivery[],
  related: readonly JsonApiRecord[],
) {
  const subjects = deliveries.flatMap(({ record }) => subjectOf(record, related) ?? []);
  const distinct = new Map(subjects.map((subject) => [`${subject.type} ${subject.id}`, subject]));
  for (const { type, id } of [...distinct.values()].slice(0, MAX_RECORDS)) await repairOne(run, type, id);
}

/**
 * Reads the service's delivery log back to the last check, newest first. Finds deliveries to this installation that
 * were not received and repairs their subjects. Skips a log that this account may not read.
 */
export async function repairFailedDeliveries(run: SyncRunResult): Promise<void> {
  const { db, round, signal } = run;
  const last = await findLastSeen(db);
  const from = (last?.until ?? round.startedAt).getTime() - OVERLAP_MS;
  const repaired = new Set(last?.repaired);
  const own = [await findOwnWebhook(db), ...(await listRetiredWebhooks(db))].flatMap((one) => one?.id ?? []);
  const lost: Delivery[] = [];
  const related: JsonApiRecord[] = [];
  let newest: Date | null = null;
  try {
    for await (const { document } of eachLogPage(run, MAX_PAGES)) {
      const { data, included = [] } = document;
      signal.throwIfAborted();
      await countRequest(db, round);
      const deliveries = data.flatMap((record) => deliveryOf(record) ?? []);
      newest ??= deliveries[0]?.createdAt ?? null;
      const looked = deliveries.filter(({ createdAt }) => createdAt.getTime() >= from);
      const ours = looked.filter(({ record }) => {
        const webhook = relatedOne(record, "webhook");
        return !own.length || !webhook || own.includes(webhook.id);
      });
      const failed = ours.filter((delivery) => isLost(delivery, newest ?? delivery.createdAt));
      lost.push(...(await withoutReceived(db, failed)));
      related.push(...included);
      if (looked.length < deliveries.length) break;
    }
  } catch (error) {
    if (error instanceof AppError && CANNOT_SAY.includes(error.code)) return;
    throw error;
  }
  await repair(
    run,
    lost.filter(({ record }) => !repaired.has(record.id)),
    related,
  );
  if (!newest) return;
  signal.throwIfAborted();
  const again = newest.getTime() - OVERLAP_MS;
  const recent = lost.filter(({ createdAt }) => createdAt.getTime() >= again).map(({ record }) => record.id);
  await rememberLastSeen(db, { until: newest, repaired: recent });
}
