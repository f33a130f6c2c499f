import { requireSession } from "@/lib/auth/sign-in/current-session";
import {
  findReceived,
  findSubjectNames,
  type ReceivedDelivery,
} from "@/lib/features/webhooks/queries/received-deliveries";
import { db } from "@/lib/platform/database/client";
import { type LoggedDelivery, readLogged, readLogPage } from "@/lib/sync/fetch-queue/delivery-log";
import { clientForUser } from "@/lib/tracking-client/open-client";

/**
 * A delivery in the log of the service with the delivery that Drayboard received. Null: not received, or already
 * deleted.
 */
export type ComparedDelivery = {
  logged: LoggedDelivery & { name: string | null };
  received: ReceivedDelivery | null;
};

/** A page of the log and the time it was read (ISO text, UTC). `total` is null when the service does not return it. */
export type LogPage = { readAt: string; page: number; total: number | null; deliveries: ComparedDelivery[] };

const keyOf = ({ type, id }: { type: string; id: string }) => `${type} ${id}`;

async function related(logged: readonly LoggedDelivery[]): Promise<ComparedDelivery[]> {
  const subjects = logged.flatMap(({ subject }) => subject ?? []);
  const [received, names] = await Promise.all([
    findReceived(
      db(),
      logged.map(({ id }) => id),
    ),
    findSubjectNames(db(), subjects),
  ]);
  return logged.map((one) => ({
    logged: { ...one, name: one.subject && (names.get(keyOf(one.subject)) ?? null) },
    received: received.get(one.id) ?? null,
  }));
}

/**
 * Reads a page of the delivery log from the service, newest first, starting at page 1. This sends a request. Throws the
 * errors of the client.
 */
export async function readDeliveryLog(page: number, size: number): Promise<LogPage> {
  await requireSession("administer");
  const readAt = new Date().toISOString();
  const { total, deliveries } = await readLogPage(clientForUser(), page, size);
  return { readAt, page, total, deliveries: await related(deliveries) };
}

/** Reads the log entry of one notification. Throws `not_found` when the log does not contain it. */
export async function findInDeliveryLog(id: string): Promise<LogPage> {
  await requireSession("administer");
  const readAt = new Date().toISOString();
  const deliveries = await readLogged(clientForUser(), id);
  return { readAt, page: 1, total: deliveries.length, deliveries: await related(deliveries) };
}
