import { sql } from "drizzle-orm";
import { z } from "zod";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { notificationAttributesSchema } from "@/lib/contract/webhook";
import type { Executor } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import type { RoundRun } from "@/lib/sync/drift-repairs/run-context";
import { countRequest } from "@/lib/sync/drift-repairs/run-store";
import { CANNOT_SAY, eachLogPage } from "@/lib/sync/fetch-queue/delivery-log";
import { subjectOf } from "@/lib/sync/fetch-queue/notification-subject";
import { repairOne } from "@/lib/sync/records/read-record";
import { findOwnWebhook, listRetiredWebhooks } from "@/lib/tracking-client/registered-webhook";

const LOOKED_UNTIL = "deliveries_looked_until";
/** Deliveries of before the last look are looked at once more: they were on their way then. */
const OVERLAP_MS = 5 * 60_000;
/** Waiting for so long, a delivery has failed at least thrice. */
const PENDING_MS = 60_000;
const MOST_PAGES = 10;
/** More than so many records are repaired as fast by the lists, which follow. */
const MOST_RECORDS = 50;

/** The last look: the log's newest delivery then, and those just before it that were repaired already. */
const lookSchema = z.object({ until: z.coerce.date(), repaired: z.array(z.string()).default([]) });
type Look = z.infer<typeof lookSchema>;

async function findLastLook(executor: Executor): Promise<Look | null> {
  const [row] = await executor.select().from(installation).where(sql`${installation.name} = ${LOOKED_UNTIL}`);
  const read = lookSchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

async function rememberLook(executor: Executor, { until, repaired }: Look): Promise<void> {
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
  const { rows } = await executor.execute<{ id: string }>(sql`
    select notification_id as id from inbox where notification_id = any(${sql.param(ids)}::text[])`);
  const received = new Set(rows.map(({ id }) => id));
  return deliveries.filter(({ record }) => !received.has(record.id));
}

/** Whether a delivery did not arrive, as far as its log says; `newest`: the instant of the log's newest one. */
const isLost = ({ status, createdAt }: Delivery, newest: Date) =>
  status === "failed" ||
  (status === "pending" && newest.getTime() - createdAt.getTime() >= PENDING_MS) ||
  (status === "pending" && Date.now() - createdAt.getTime() >= PENDING_MS);

/** Asks for what undelivered notifications were about, newest first, and repairs it. */
async function repair(run: RoundRun, deliveries: readonly Delivery[], related: readonly JsonApiRecord[]) {
  const subjects = deliveries.flatMap(({ record }) => subjectOf(record, related) ?? []);
  const distinct = new Map(subjects.map((subject) => [`${subject.type} ${subject.id}`, subject]));
  for (const { type, id } of [...distinct.values()].slice(0, MOST_RECORDS)) await repairOne(run, type, id);
}

/**
 * Looks through the service's delivery log since the last look, newest first, for what was to be delivered to this
 * installation and did not arrive, and repairs what it was about. A log this account may not read is passed over.
 */
export async function repairFailedDeliveries(run: RoundRun): Promise<void> {
  const { db, round, signal } = run;
  const last = await findLastLook(db);
  const from = (last?.until ?? round.startedAt).getTime() - OVERLAP_MS;
  const repaired = new Set(last?.repaired);
  const own = [await findOwnWebhook(db), ...(await listRetiredWebhooks(db))].flatMap((one) => one?.id ?? []);
  const lost: Delivery[] = [];
  const related: JsonApiRecord[] = [];
  let newest: Date | null = null;
  try {
    for await (const { document } of eachLogPage(run, MOST_PAGES)) {
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
  const kept = lost.filter(({ createdAt }) => createdAt.getTime() >= again).map(({ record }) => record.id);
  await rememberLook(db, { until: newest, repaired: kept });
}
