import { normalizeNumber } from "@/lib/contract/container-number";
import { REQUEST_TYPES, type RequestType } from "@/lib/contract/enums";
import { looksLikeContainer } from "@/lib/domain/numbers/number-kind";
import { containerProblem } from "@/lib/domain/numbers/requested-number";

export type LineCandidate = { scac: string; name: string };

/** The inference result for a number: its type and its line if certain, else the candidate lines. */
export type NumberReading = {
  type: RequestType | null;
  /** The reason that the number is invalid. Null when it is valid. */
  problem: string | null;
  line: LineCandidate | null;
  candidates: LineCandidate[];
};

/** The interface uses "booking" for the request type "booking_number". */
export function requestTypeOf(numberType: string | null): RequestType | null {
  if (numberType === "booking") return "booking_number";
  return REQUEST_TYPES.find((type) => type === numberType) ?? null;
}

const MIN_LENGTH = 6;

/** Returns the number to send to the service while a user types. Null while it is incomplete or known to be invalid. */
export function askableNumber(text: string): string | null {
  const number = normalizeNumber(text);
  if (looksLikeContainer(number) && containerProblem(number) !== null) return null;
  // An incomplete container number.
  if (/^[A-Z]{3}[UJZ]\d{0,6}$/.test(number)) return null;
  return number.length >= MIN_LENGTH && number.length <= 35 && /\d/.test(number) ? number : null;
}
