import { z } from "zod";
import { command } from "@/lib/auth/commands/command";
import {
  findReceived,
  findSubjectNames,
  type ReceivedDelivery,
} from "@/lib/features/webhooks/queries/received-deliveries";
import type { Executor } from "@/lib/platform/database/client";
import { type LoggedDelivery, readLogged, readLogPage } from "@/lib/sync/fetch-queue/delivery-log";

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

async function related(executor: Executor, logged: readonly LoggedDelivery[]): Promise<ComparedDelivery[]> {
  const subjects = logged.flatMap(({ subject }) => subject ?? []);
  const [received, names] = await Promise.all([
    findReceived(
      executor,
      logged.map(({ id }) => id),
    ),
    findSubjectNames(executor, subjects),
  ]);
  return logged.map((one) => ({
    logged: { ...one, name: one.subject && (names.get(keyOf(one.subject)) ?? null) },
    received: received.get(one.id) ?? null,
  }));
}

const pageSchema = z.object({
  /** Starts at 1. */
  page: z.number().int().min(1),
  size: z.number().int().min(1),
});

/**
 * Reads a page of the delivery log from the service, newest first. This sends a request. Throws the errors of the
 * client.
 */
export const readDeliveryLog = command(
  { right: "administer", input: pageSchema },
  async ({ db, tracking }, { page, size }): Promise<LogPage> => {
    const readAt = new Date().toISOString();
    const { total, deliveries } = await readLogPage(tracking, page, size);
    return { readAt, page, total, deliveries: await related(db, deliveries) };
  },
);

/** Reads the log entry of one notification. Throws `not_found` when the log does not contain it. */
export const findInDeliveryLog = command(
  { right: "administer", input: z.object({ id: z.string() }) },
  async ({ db, tracking }, { id }): Promise<LogPage> => {
    const readAt = new Date().toISOString();
    const deliveries = await readLogged(tracking, id);
    return { readAt, page: 1, total: deliveries.length, deliveries: await related(db, deliveries) };
  },
);
