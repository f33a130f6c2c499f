import { containerCheckDigit, normalizeNumber } from "@/lib/contract/container-number";
import type { RequestType } from "@/lib/contract/enums";
import type { InferredNumber } from "@/lib/contract/responses/number-inference";
import type { LineGuess, Source } from "@/tracking-service/sources/source";

/** At or above this confidence a line is selected automatically. */
const SURE = 0.95;
/** At or above this confidence a line is offered for confirmation. */
const LIKELY = 0.7;
/** Maximum number of candidate lines shown to a user. */
const MAX_CANDIDATES = 5;

/** ISO 6346: owner, category, serial number, check digit. */
const CONTAINER = /^[A-Z]{3}[UJZ]\d{7}$/;

/**
 * Letters, digits and slashes, as in BOL and booking numbers of any line. Also the format for POST /tracking_requests.
 */
export const BILL = /^[A-Z0-9/]{4,35}$/;

const NUMBER_TYPES: Readonly<Record<RequestType, InferredNumber["number_type"]>> = {
  container: "container",
  bill_of_lading: "bill_of_lading",
  booking_number: "booking",
};

const sure = (guesses: LineGuess[]) => guesses.find(({ confidence }) => confidence >= SURE) ?? null;

/** The SCAC of a normalized number when the line is certain, otherwise null. */
export function detectedScac(source: Pick<Source, "guessLines">, number: string): string | null {
  return sure(source.guessLines(number))?.scac ?? null;
}

/** `is_valid` is null for a BOL or booking number that has no known line's form: nothing can be checked. */
function validationOf(
  number: string,
  type: InferredNumber["number_type"],
  isKnownForm: boolean,
): InferredNumber["validation"] {
  if (type !== "container") {
    const is_valid = isKnownForm ? true : null;
    return { is_valid, type: "shipment", check_digit_passed: null, parsed_number: number, reason: null };
  }
  const digit = containerCheckDigit(number.slice(0, 10));
  const passed = digit === Number(number.slice(10));
  const reason = passed ? null : `The check digit would be ${digit}.`;
  return { is_valid: passed, type, check_digit_passed: passed, parsed_number: number, reason };
}

function shippingLineOf(guesses: LineGuess[]): InferredNumber["shipping_line"] {
  const candidates = guesses
    .slice(0, MAX_CANDIDATES)
    .map(({ scac, name, confidence }) => ({ scac, name, confidence }));
  const [first] = candidates;
  if (!first || first.confidence < LIKELY) return { decision: "no_prediction", selected: null, candidates };
  return first.confidence >= SURE
    ? { decision: "auto_select", selected: first, candidates }
    : { decision: "needs_confirmation", selected: null, candidates };
}

function typeOf(number: string, guesses: LineGuess[]): InferredNumber["number_type"] {
  if (CONTAINER.test(number)) return "container";
  return NUMBER_TYPES[guesses[0]?.requestType ?? "bill_of_lading"];
}

/**
 * Infers the type, validity and shipping line of a number (supplement.md, POST /tracking_requests/infer_number). A
 * leased container may travel with several lines: then no line is selected. Null when the text cannot be a number.
 */
export function inferNumber(source: Pick<Source, "guessLines">, text: string): InferredNumber | null {
  const number = normalizeNumber(text);
  if (!CONTAINER.test(number) && !BILL.test(number)) return null;
  const guesses = source.guessLines(number);
  const type = typeOf(number, guesses);
  return {
    number_type: type,
    validation: validationOf(number, type, guesses.length > 0),
    shipping_line: shippingLineOf(guesses),
  };
}
