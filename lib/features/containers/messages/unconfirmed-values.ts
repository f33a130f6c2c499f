import type { Container } from "@/lib/domain/container/container-facts";
import type { Locale } from "@/lib/platform/text/locale";
import { changeText, HOLD_FIELDS } from "./change-description";
import { fieldLabel } from "./field-labels";

/** An attribute with its last known value as text, and since when a later report could not be read (UTC text). */
export type UnconfirmedValue = { field: string; label: string; value: string; since: string };

const INLAND = /^ind_|_rail$|^final_destination_/;
const DEADLINES = "import_deadlines";

/**
 * Describes the attributes of a container whose value is the last known one, by label. Times in the text are in the zone of
 * their place.
 */
export function unconfirmedValues(
  { attributes, unconfirmed }: Container,
  now: Date,
  locale: Locale,
): UnconfirmedValue[] {
  const values = new Map<string, unknown>(Object.entries(attributes));
  for (const [name, value] of Object.entries(attributes[DEADLINES] ?? {}))
    values.set(`${DEADLINES}.${name}`, value);
  return Object.entries(unconfirmed)
    .map(([field, since]) => {
      const zone = INLAND.test(field) ? attributes.final_destination_timezone : attributes.pod_timezone;
      const change = { field, before: null, after: values.get(field) ?? null, zone: zone ?? null };
      const texts = changeText(change, { now, locale }).map(({ label, after }) =>
        HOLD_FIELDS.has(field) ? `${label} ${after}` : after,
      );
      const none = Array.isArray(change.after) ? "none" : "not known";
      return { field, label: fieldLabel(field), value: texts.filter(Boolean).join(", ") || none, since };
    })
    .sort((a, b) => (a.label < b.label ? -1 : 1));
}
