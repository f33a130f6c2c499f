import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { readAttributes } from "@/lib/contract/reading/read-attributes";
import { trackingRequestAttributesSchema } from "@/lib/contract/tracking-request";
import { containerUpdatedEventAttributesSchema, type NotificationDocument } from "@/lib/contract/webhook";
import type { RefetchSubject } from "@/lib/sync/fetch-queue/enqueue";

/** The types that can be the direct subject of a notification. */
export const DIRECT = ["container", "shipment", "tracking_request", "document"] as const;

function referenceObject(notification: NotificationDocument): JsonApiRecord | null {
  const named = relatedOne(notification.data, "reference_object");
  if (!named) return null;
  return notification.included?.find(({ type, id }) => type === named.type && id === named.id) ?? null;
}

const includes = (notification: NotificationDocument, type: string, id: string) =>
  notification.included?.some((record) => record.type === type && record.id === id && record.attributes) ??
  false;

/**
 * Returns what an included tracking request found but does not include. If it found something without naming it,
 * returns the request itself.
 */
function notBroughtBy(request: JsonApiRecord, notification: NotificationDocument): RefetchSubject[] {
  const found = relatedOne(request, "tracked_object");
  if (found?.type === "shipment")
    return includes(notification, "shipment", found.id) ? [] : [{ type: "shipment", id: found.id }];
  const { attributes } = readAttributes(
    { schema: trackingRequestAttributesSchema, neverNull: [] },
    request.attributes ?? {},
  );
  return attributes.status === "succeeded" && !found ? [{ type: "tracking_request", id: request.id }] : [];
}

/**
 * Returns what must be fetched because the notification omits it (supplement.md, Webhook deliveries). These are the
 * records that its reference object names but that are not included. If even the subject of the event is unknown, it is
 * the notification itself.
 */
export function leftOut(notification: NotificationDocument): RefetchSubject[] {
  const { data, included = [] } = notification;
  const named = relatedOne(data, "reference_object");
  const direct = DIRECT.find((type) => type === named?.type);
  if (named && direct && !includes(notification, direct, named.id)) return [{ type: direct, id: named.id }];

  const reference = referenceObject(notification);
  if (direct) return reference?.type === "tracking_request" ? notBroughtBy(reference, notification) : [];
  const subjects: RefetchSubject[] = [];
  for (const type of ["container", "shipment"] as const) {
    const related = reference && relatedOne(reference, type);
    if (related && !includes(notification, type, related.id)) subjects.push({ type, id: related.id });
  }
  const kind = DIRECT.find((type) => data.attributes.event.startsWith(`${type}.`));
  if (!kind || subjects.some(({ type }) => type === kind)) return subjects;
  const about = included.filter(({ type }) => type === kind);
  const whole = about.find(({ attributes }) => attributes);
  if (whole?.type === "tracking_request") return [...subjects, ...notBroughtBy(whole, notification)];
  if (whole) return subjects;
  const [bare] = about;
  return [...subjects, bare ? { type: kind, id: bare.id } : { type: "webhook_notification", id: data.id }];
}

/** Members of import_deadlines that a changeset names by themselves (supplement-2.md, 7. container.updated). */
const DEADLINES: readonly string[] = ["pickup_lfd_line", "pickup_lfd_terminal", "pickup_lfd_rail"];

/** The new values of a changeset as attributes of the container. */
function attributesFrom(changes: Record<string, unknown>): Record<string, unknown> {
  const values = Object.entries(changes).map(([field, pair]) => [field, newValue(pair)] as const);
  const deadlines = values.filter(([field]) => DEADLINES.includes(field));
  const attributes = Object.fromEntries(values.filter(([field]) => !DEADLINES.includes(field)));
  if (deadlines.length === 0) return attributes;
  return {
    ...attributes,
    import_deadlines: { ...Object(attributes.import_deadlines), ...Object.fromEntries(deadlines) },
  };
}

/** The new value of a changeset entry. One that is no pair is wrapped, so that no attribute takes it for its value. */
const newValue = (pair: unknown): unknown =>
  Array.isArray(pair) && pair.length === 2 ? pair[1] : { unreadable: pair };

/**
 * Builds a container record from the new values of a container_updated_event when the container itself is not included.
 * Each changeset entry has the old value first and the new value second. For `pod_terminal` they are terminal ids.
 */
export function containerFromChangeset(notification: NotificationDocument): JsonApiRecord | null {
  const reference = referenceObject(notification);
  const container = reference && relatedOne(reference, "container");
  if (reference?.type !== "container_updated_event" || !container) return null;
  if (includes(notification, "container", container.id)) return null;
  const read = containerUpdatedEventAttributesSchema.safeParse(reference.attributes);
  if (!read.success) return null;
  const { pod_terminal: terminals, ...changes } = read.data.changeset;
  const terminal = newValue(terminals);
  return {
    type: "container",
    id: container.id,
    attributes: attributesFrom(changes),
    relationships:
      typeof terminal === "string" ? { pod_terminal: { data: { type: "terminal", id: terminal } } } : {},
  };
}
