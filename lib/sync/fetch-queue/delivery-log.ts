import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import { deliveryTryAttributesSchema, notificationAttributesSchema } from "@/lib/contract/webhook";
import type { Database } from "@/lib/platform/database/client";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { NOTIFICATION_INCLUDE } from "@/lib/sync/lists/include-params";
import { eachLargePage } from "@/lib/sync/lists/page-size";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import { subjectOf } from "./notification-subject";

/** Error codes when the delivery log does not contain an entry or is not available to this account. */
export const CANNOT_SAY: readonly ErrorCode[] = ["not_found", "refused_by_service", "not_allowed"];

const PATH = "webhook_notifications";
const LOG = { path: PATH, parameters: { include: NOTIFICATION_INCLUDE }, pageSize: 500 };
const WITH_ATTEMPTS = `${NOTIFICATION_INCLUDE},webhook_notification_logs`;

/**
 * Returns the newest pages of the service's delivery log, with the subject of each delivery. Throws the client's
 * errors.
 */
export function eachLogPage({ db, client }: { db: Database; client: TrackingClient }, maxPages: number) {
  return eachLargePage(db, client, LOG, maxPages);
}

/** A delivery from the service's log. Instants are ISO text in UTC; `subject` is the record it was about. */
export type LoggedDelivery = {
  id: string;
  event: string;
  status: string | null;
  createdAt: string;
  webhookId: string | null;
  subject: { type: string; id: string } | null;
  attempts: { at: string | null; status: number | null; error: string | null }[];
};

function asLogged(record: JsonApiRecord, related: readonly JsonApiRecord[]): LoggedDelivery[] {
  const read = notificationAttributesSchema.safeParse(record.attributes);
  if (!read.success) return [];
  const { event, delivery_status, created_at } = read.data;
  const attempts = relatedMany(record, "webhook_notification_logs").flatMap((named) => {
    const found = related.find(({ type, id }) => type === named.type && id === named.id);
    const reported = deliveryTryAttributesSchema.safeParse(found?.attributes);
    if (!found || !reported.success) return [];
    const { tried_at, status_code, error } = reported.data;
    return [{ at: tried_at ?? null, status: status_code ?? null, error: error ?? null }];
  });
  return [
    {
      id: record.id,
      event,
      status: delivery_status ?? null,
      createdAt: created_at,
      webhookId: relatedOne(record, "webhook")?.id ?? null,
      subject: subjectOf(record, related),
      attempts,
    },
  ];
}

/**
 * Requests the delivery attempts as included records. Repeats the request without them when this service does not
 * support that.
 */
async function withAttempts<T>(request: (include: string) => Promise<T>): Promise<T> {
  try {
    return await request(WITH_ATTEMPTS);
  } catch (error) {
    const refused = error instanceof AppError && error.code === "refused_by_service";
    if (!refused) throw error;
    return request(NOTIFICATION_INCLUDE);
  }
}

/**
 * Returns one page of the delivery log, newest first. `total` is null when the service does not report it. Throws the
 * client's errors.
 */
export async function readLogPage(
  client: TrackingClient,
  page: number,
  size: number,
): Promise<{ total: number | null; deliveries: LoggedDelivery[] }> {
  const { document } = await withAttempts((include) =>
    client.getPage(PATH, { include, "page[number]": page, "page[size]": size }),
  );
  const { data, included = [], meta } = document;
  return { total: meta?.total ?? null, deliveries: data.flatMap((record) => asLogged(record, included)) };
}

/** Returns one delivery of the log by its notification's id. Throws `not_found` when the log does not contain it. */
export async function readLogged(client: TrackingClient, id: string): Promise<LoggedDelivery[]> {
  const { document } = await withAttempts((include) => client.getItem(pathOf(PATH, id), { include }));
  return asLogged(document.data, document.included ?? []);
}
