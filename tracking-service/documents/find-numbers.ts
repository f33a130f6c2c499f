import { isValidContainerNumber, normalizeNumber } from "@/lib/contract/container-number";
import type { DocumentType, ExtractedNumbers } from "@/lib/contract/document";

const MAX = 200;

const CONTAINER = /\b[A-Z]{3}[UJZ][ -]?\d{6}[ -]?\d\b/g;
/** A carrier prefix with its number, or digits only. */
const BILL = /\b(?:[A-Z]{4}[A-Z0-9]{2,4}\d{5,12}|[A-Z]{3,6}\d{6,12}|\d{8,12})\b/g;

const distinct = (texts: string[]) => [...new Set(texts)].slice(0, MAX);

/** Finds container numbers with a valid check digit, and possible BOL or booking numbers, in a text. */
export function findNumbers(text: string): ExtractedNumbers {
  const upper = text.toUpperCase();
  const containers = (upper.match(CONTAINER) ?? []).map(normalizeNumber).filter(isValidContainerNumber);
  const container_numbers = distinct(containers);
  const bills = (upper.match(BILL) ?? []).filter((number) => !container_numbers.includes(number));
  return { container_numbers, bill_of_lading_numbers: distinct(bills) };
}

/** Title patterns per document type. The first title in the text decides. */
const TITLES: readonly [RegExp, DocumentType][] = [
  [/\barrival notice\b|\bnotice of arrival\b/i, "arrival_notice"],
  [/\bdelivery order\b/i, "delivery_order"],
  [/\bbooking confirmation\b/i, "booking_confirmation"],
  [/\bproof of delivery\b/i, "proof_of_delivery"],
  [/\binterchange receipt\b/i, "interchange_receipt"],
  [/\bpacking list\b/i, "packing_list"],
  [/\bcommercial invoice\b/i, "commercial_invoice"],
  [/\bfreight invoice\b/i, "freight_invoice"],
  [/\bentry summary\b|\bcustoms entry\b/i, "customs_entry"],
  [/\bbill of lading\b|\bsea ?waybill\b/i, "bill_of_lading"],
];

/** Returns the document type by the title in the text, or null when none matches. */
export function classify(text: string): DocumentType | null {
  const found = TITLES.flatMap(([title, type]) => {
    const at = text.search(title);
    return at < 0 ? [] : [{ at, type }];
  });
  found.sort((a, b) => a.at - b.at);
  return found[0]?.type ?? null;
}
