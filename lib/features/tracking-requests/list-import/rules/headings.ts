import { REQUEST_TYPES, type RequestType } from "@/lib/contract/enums";

/** The possible fields of a list column. `references` and `tags` may be assigned to several columns. */
export const LIST_FIELDS = ["number", "type", "scac", "references", "tags", "customer"] as const;
export type ListField = (typeof LIST_FIELDS)[number];
export const LIST_FIELD_LABELS: Record<ListField, string> = {
  number: "Number to track",
  type: "Number type",
  scac: "Line",
  references: "References",
  tags: "Tags",
  customer: "Customer",
};
export const MANY_COLUMNS: readonly ListField[] = ["references", "tags"];

const LABELS: Record<ListField, readonly string[]> = {
  number: [
    "container",
    "container no",
    "container nr",
    "container num",
    "container number",
    "container numbers",
    "containers",
    "container id",
    "cntr",
    "cntr no",
    "cntr number",
    "ctnr",
    "ctr",
    "equipment",
    "equipment no",
    "equipment number",
    "unit",
    "unit number",
    "container",
    "bol",
    "bol no",
    "bol number",
    "bl",
    "bl no",
    "bl number",
    "b l",
    "b l no",
    "b l number",
    "bill of lading",
    "bill of lading no",
    "bill of lading number",
    "mbl",
    "mbol",
    "mbl no",
    "mbl number",
    "mbol number",
    "master bl",
    "master b l",
    "master bill",
    "master bol",
    "master bill of lading",
    "booking",
    "booking no",
    "booking number",
    "bkg",
    "bkg no",
    "number",
    "no",
    "tracking number",
    "request number",
    "shipment number",
    "container bol",
    "container or bol",
  ],
  type: ["type", "kind", "number type", "request type", "kind of number", "type of number", "number kind"],
  scac: [
    "scac",
    "line",
    "carrier",
    "ssl",
    "vocc",
    "shipping line",
    "steamship line",
    "ocean carrier",
    "carrier scac",
    "line scac",
    "carrier code",
    "scac code",
  ],
  references: ["p o number", "p o", "purchase order", "purchase order number"],
  tags: ["tag", "tags", "label", "labels"],
  customer: [
    "customer",
    "customer name",
    "client",
    "client name",
    "consignee",
    "consignee name",
    "importer",
    "account",
  ],
};

/** Normalizes a heading for comparison: "B/L No." and "b l no" are equal. */
export function plainHeading(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** A heading of references has one of these words, and otherwise only words that say whose or which kind. */
const REFERENCE_WORDS = /^(po|pos|ref|refs|reference|references|order|orders|job|file|load|invoice)$/;
const WORDS_OF_REFERENCES =
  /^(po|pos|ref|refs|reference|references|order|orders|job|file|load|invoice|no|nr|num|number|numbers|id|our|your|my|customer|client|shipper|consignee|importer|internal|purchase|sales|cust)$/;

function namesReferences(heading: string): boolean {
  const words = heading.split(" ");
  return (
    words.some((word) => REFERENCE_WORDS.test(word)) && words.every((word) => WORDS_OF_REFERENCES.test(word))
  );
}

/** Returns the field that a heading names. Null if there is none. */
export function fieldOfHeading(heading: string): ListField | null {
  const plain = plainHeading(heading);
  const field = LIST_FIELDS.find((each) => LABELS[each].includes(plain));
  return field ?? (namesReferences(plain) ? "references" : null);
}

/** Returns the number type that a heading names. Null when the heading is ambiguous. */
export function kindOfHeading(heading: string): RequestType | null {
  const message = plainHeading(heading);
  const kinds: [RequestType, RegExp][] = [
    ["container", /\b(containers?|cntr|ctnr|ctr|equipment|unit|container)\b/],
    ["bill_of_lading", /\b(bol|bl|b l|mbl|mbol|lading|master bill)\b/],
    ["booking_number", /\b(booking|bkg)\b/],
  ];
  const named = kinds.filter(([, pattern]) => pattern.test(message));
  return named.length === 1 ? (named[0]?.[0] ?? null) : null;
}

const KIND_LABELS: Record<RequestType, readonly string[]> = {
  container: ["container", "container number", "cntr", "ctnr", "container", "equipment", "unit", "c"],
  bill_of_lading: [
    "bill of lading",
    "bol",
    "bl",
    "b l",
    "mbl",
    "mbol",
    "master bl",
    "master bill of lading",
    "master bill",
    "bill",
  ],
  booking_number: ["booking", "booking number", "bkg", "bk", "booking no"],
};

/** Returns the number type in a cell ("B/L", "booking_number"). Null if there is none. */
export function kindOfWord(text: string): RequestType | null {
  const message = plainHeading(text);
  return REQUEST_TYPES.find((type) => KIND_LABELS[type].includes(message)) ?? null;
}
