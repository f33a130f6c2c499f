import type { DeliveryRow } from "@/components/webhooks/webhooks-data";
import { changeText } from "@/lib/features/containers/messages/change-description";
import { fieldLabel } from "@/lib/features/containers/messages/field-labels";
import type { ComparedDelivery } from "@/lib/features/webhooks/commands/read-delivery-log";
import type { ReceivedDelivery } from "@/lib/features/webhooks/queries/received-deliveries";
import type { Locale } from "@/lib/platform/text/locale";

/** Who reads the rows, and when. */
type Reader = { now: Date; locale: Locale };

function hereOf(delivery: ReceivedDelivery, { now, locale }: Reader): NonNullable<DeliveryRow["here"]> {
  const { receivedAt, processedAt, deadLetteredAt, attempts, error, changes, changeCount } = delivery;
  return {
    receivedAt,
    processedAt,
    deadLetteredAt,
    attempts,
    error,
    changes: changes.flatMap((change) => {
      const text = changeText(change, { now, locale });
      const reported =
        text.length > 0 ? text : [{ label: fieldLabel(change.field), before: null, after: null }];
      return reported.map(({ label, before, after }) => ({ label, before, after }));
    }),
    more: Math.max(0, changeCount - changes.length),
  };
}

/** The first record that a delivery changed, otherwise its subject. */
function aboutOf({ changes: [first], subject }: ReceivedDelivery): DeliveryRow["about"] {
  return first ? { type: first.subjectType, id: first.subjectId, name: first.name } : subject;
}

/** Converts a received delivery to a row of the list. */
export function receivedRow(delivery: ReceivedDelivery, reader: Reader): DeliveryRow {
  const { id, event, createdAt } = delivery;
  return { id, event, createdAt, about: aboutOf(delivery), atService: null, here: hereOf(delivery, reader) };
}

/** Converts a delivery of the service's log and the matching received delivery to a row. */
export function comparedRow({ logged, received }: ComparedDelivery, reader: Reader): DeliveryRow {
  const { id, event, createdAt, status, webhookId, attempts, subject, name } = logged;
  const reported = subject && { ...subject, name };
  return {
    id,
    event,
    createdAt,
    about: (received && aboutOf(received)) ?? reported,
    atService: { status, webhookId, attempts },
    here: received && hereOf(received, reader),
  };
}
