import { normalizeNumber } from "@/lib/contract/container-number";
import { REQUEST_TYPES, type RequestType } from "@/lib/contract/enums";
import { looksLikeContainer, wrongCheckDigit } from "@/lib/domain/numbers/number-kind";

export type LineCandidate = { scac: string; name: string };

/** What the service makes of a number: its kind, its line where that is sure, else the lines it may be of. */
export type NumberReading = {
  type: RequestType | null;
  /** Why it can be no number; null when it can. */
  problem: string | null;
  line: LineCandidate | null;
  candidates: LineCandidate[];
};

/** The interface says "booking" of what a request calls "booking_number". */
export function requestTypeOf(numberType: string | null): RequestType | null {
  if (numberType === "booking") return "booking_number";
  return REQUEST_TYPES.find((type) => type === numberType) ?? null;
}

const LEAST_LENGTH = 6;

/** The number to ask the service about while somebody types; null while it cannot be whole, or is known to be wrong. */
export function askableNumber(text: string): string | null {
  const number = normalizeNumber(text);
  if (wrongCheckDigit(number) && looksLikeContainer(number)) return null;
  // A container's number that is not whole yet.
  if (/^[A-Z]{3}[UJZ]\d{0,6}$/.test(number)) return null;
  return number.length >= LEAST_LENGTH && number.length <= 35 && /\d/.test(number) ? number : null;
}
