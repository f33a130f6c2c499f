import { type ChangeWords, changeWords } from "@/lib/dispatch/change-words";
import { fieldLabel } from "@/lib/dispatch/field-labels";
import type { HealedEntry } from "./settings-data";

const SUBJECTS: Readonly<Record<string, { word: string; path: string | null }>> = {
  container: { word: "Container", path: "/containers" },
  shipment: { word: "Shipment", path: "/shipments" },
  tracking_request: { word: "Tracking request", path: null },
  party: { word: "Party", path: null },
  custom_field: { word: "Custom field", path: null },
  custom_field_definition: { word: "Custom field’s definition", path: null },
  custom_field_option: { word: "Custom field’s option", path: null },
  document: { word: "Document", path: null },
};

/** What kind of record it is, and where it is shown; null where it has no page. */
export function subjectWords({ subjectType, subjectId, field, became }: HealedEntry) {
  const { word, path } = SUBJECTS[subjectType] ?? { word: subjectType.replaceAll("_", " "), path: null };
  const gone = field === "record" && became === "vanished";
  return { word, href: path === null || gone ? null : `${path}/${encodeURIComponent(subjectId)}` };
}

const WHOLE_RECORD: Readonly<Record<string, string>> = {
  "missing present": "was missing here",
  "present vanished": "is no longer at the service",
  "vanished present": "is at the service again",
};

/** What was otherwise here than at the service, in words. */
export function healedWords({ field, was, became }: HealedEntry, now: Date): ChangeWords[] {
  if (field === "record") {
    const words = WHOLE_RECORD[`${was} ${became}`] ?? "was otherwise";
    return [{ label: "record", before: null, after: words }];
  }
  const words = changeWords({ field, before: was, after: became, zone: null }, { now });
  return words.length > 0 ? words : [{ label: fieldLabel(field), before: null, after: "put right" }];
}

const LISTS: Readonly<Record<string, string>> = {
  parties: "Parties",
  shipments: "Shipments",
  containers: "Containers",
  tracking_requests: "Tracking requests",
  custom_field_definitions: "Custom fields’ definitions",
  custom_fields: "Custom fields",
  documents: "Documents",
};

export function listWords(list: string): string {
  return LISTS[list] ?? list.replaceAll("_", " ");
}
