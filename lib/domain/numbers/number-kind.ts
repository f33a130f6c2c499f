import { containerCheckDigit, normalizeNumber } from "@/lib/contract/container-number";
import type { RequestType } from "@/lib/contract/enums";

/** The owner code of equipment numbers ends in U, J or Z (ISO 6346). */
const CONTAINER = /^[A-Z]{3}[UJZ]\d{7}$/;
const AFTER_SCAC = /^([A-Z]{4})[A-Z0-9]{6,}$/;

/** The probable type of a number, and its line if the number contains it. */
export type NumberGuess = { type: RequestType; scac: string | null };

/**
 * The kind of number a user is typing; null if it is ambiguous. A bill of lading often begins with its line's SCAC;
 * `scacs` lists the known ones. A container's owner code does not identify the line that carries it.
 */
export function guessNumber(text: string, scacs: readonly string[]): NumberGuess | null {
  const number = normalizeNumber(text);
  const scac = scacs.find((known) => known === AFTER_SCAC.exec(number)?.[1]) ?? null;
  if (CONTAINER.test(number) && (scac === null || digitFits(number)))
    return { type: "container", scac: null };
  if (scac) return { type: "bill_of_lading", scac };
  return /^(?=.*\d)[A-Z0-9]{8,}$/.test(number) ? { type: "bill_of_lading", scac: null } : null;
}

/** Whether a text has the format of a container number, regardless of its check digit. */
export function looksLikeContainer(text: string): boolean {
  return CONTAINER.test(normalizeNumber(text));
}

function digitFits(number: string): boolean {
  return containerCheckDigit(number.slice(0, 10)) === Number(number.slice(10));
}

/** The expected check digit of a complete container number whose check digit is wrong; otherwise null. */
export function wrongCheckDigit(text: string): { expected: number } | null {
  const number = normalizeNumber(text);
  const expected = containerCheckDigit(number.slice(0, 10));
  return number.length === 11 && expected !== null && !digitFits(number) ? { expected } : null;
}
