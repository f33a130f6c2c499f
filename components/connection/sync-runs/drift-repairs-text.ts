import { recordText } from "@/components/activity/record-text";
import type { RepairedEntry } from "@/lib/features/connection/rules/settings-data";
import { type ChangeText, changeText } from "@/lib/features/containers/messages/change-description";
import { fieldLabel } from "@/lib/features/containers/messages/field-labels";
import type { Locale } from "@/lib/platform/text/locale";

/** The label of a record's type and the link to its page. The link is null without a page. */
export function subjectText({ subjectType, subjectId, field, newValue }: RepairedEntry) {
  const gone = field === "record" && newValue === "vanished";
  const { label: word, href } = recordText(subjectType, subjectId);
  return { word, href: gone ? null : href };
}

const WHOLE_RECORD: Readonly<Record<string, string>> = {
  "missing present": "was missing in Drayboard",
  "present vanished": "deleted at the service",
  "vanished present": "restored at the service",
};

/** Describes how the stored value differed from the service. */
export function repairedText(
  { field, oldValue, newValue }: RepairedEntry,
  now: Date,
  locale: Locale,
): ChangeText[] {
  if (field === "record") {
    const text = WHOLE_RECORD[`${oldValue} ${newValue}`] ?? "was different";
    return [{ label: "record", before: null, after: text }];
  }
  const text = changeText({ field, before: oldValue, after: newValue, zone: null }, { now, locale });
  return text.length > 0 ? text : [{ label: fieldLabel(field), before: null, after: "corrected" }];
}

const LISTS: Readonly<Record<string, string>> = {
  parties: "Parties",
  shipments: "Shipments",
  containers: "Containers",
  tracking_requests: "Tracking requests",
  custom_field_definitions: "Custom field definitions",
  custom_fields: "Custom fields",
  documents: "Documents",
};

export function listText(list: string): string {
  return LISTS[list] ?? list.replaceAll("_", " ");
}
