import { type Identifier, type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import type { RefetchSubject } from "./enqueue";
import { DIRECT } from "./missing-references";

const included = (records: readonly JsonApiRecord[], named: Identifier | null | undefined) =>
  records.find(({ type, id }) => type === named?.type && id === named.id);

/**
 * Returns the subject of a notification of the delivery log, from its included records. Null when the log does not
 * contain it either.
 */
export function subjectOf(
  notification: JsonApiRecord,
  related: readonly JsonApiRecord[],
): RefetchSubject | null {
  const named = relatedOne(notification, "reference_object");
  const direct = DIRECT.find((type) => type === named?.type);
  if (named && direct) return { type: direct, id: named.id };
  const reference = included(related, named);
  if (!reference) return null;
  const container = relatedOne(reference, "container");
  if (container) return { type: "container", id: container.id };
  const shipment = relatedOne(reference, "shipment");
  return shipment ? { type: "shipment", id: shipment.id } : null;
}
