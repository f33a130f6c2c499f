import { recordWords } from "@/components/activity/record-text";
import type { RepairedEntry } from "@/lib/features/connection/rules/settings-data";
import { type ChangeWords, changeWords } from "@/lib/features/containers/messages/change-description";
import { fieldLabel } from "@/lib/features/containers/messages/field-labels";

/** The label of a record's type and the link to its page. The link is null without a page. */
export function subjectWords({ subjectType, subjectId, field, became }: RepairedEntry) {
  const gone = field === "record" && became === "vanished";
  const { word, href } = recordWords(subjectType, subjectId);
  return { word, href: gone ? null : href };
}

const WHOLE_RECORD: Readonly<Record<string, string>> = {
  "missing present": "was missing in Drayboard",
  "present vanished": "deleted at the service",
  "vanished present": "restored at the service",
};

/** Describes how the stored value differed from the service. */
export function repairedWords({ field, was, became }: RepairedEntry, now: Date): ChangeWords[] {
  if (field === "record") {
    const words = WHOLE_RECORD[`${was} ${became}`] ?? "was different";
    return [{ label: "record", before: null, after: words }];
  }
  const words = changeWords({ field, before: was, after: became, zone: null }, { now });
  return words.length > 0 ? words : [{ label: fieldLabel(field), before: null, after: "corrected" }];
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

export function listWords(list: string): string {
  return LISTS[list] ?? list.replaceAll("_", " ");
}
