import type { EventName } from "@/lib/contract/events";
import { includedPaths, notificationDocument } from "@/tracking-service/deliveries/notification-body";
import { collectIncluded, loadedFrom } from "@/tracking-service/resources/included";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import type { Reader } from "@/tracking-service/store/database";
import { SAMPLE_RECORDS } from "./sample-records";
import { sampleReference } from "./sample-reference";

/**
 * Returns a sample notification of an event in its delivered form. Its shipment is invented; every call returns the
 * same one.
 */
export async function exampleNotification(reader: Reader, event: EventName) {
  const record = sampleReference(event);
  const paths = includedPaths(event, record.type);
  const related = await collectIncluded(reader, [record], paths, loadedFrom(SAMPLE_RECORDS));
  return notificationDocument({
    id: stableId("sample", "webhook_notification", event),
    webhookId: stableId("sample", "webhook"),
    event,
    createdAt: new Date("2026-03-03T15:00:01Z"),
    record,
    related,
  });
}
