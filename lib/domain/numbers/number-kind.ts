import { containerCheckDigit, normalizeNumber } from "@/lib/contract/container-number";
import type { RequestType } from "@/lib/contract/enums";

/** Equipment numbers end their owner code in U, J or Z (ISO 6346). */
const CONTAINER = /^[A-Z]{3}[UJZ]\d{7}$/;
const AFTER_SCAC = /^([A-Z]{4})[A-Z0-9]{6,}$/;

/** What a number looks like, and whose it is where it says so itself. */
export type NumberGuess = { type: RequestType; scac: string | null };

/**
 * What kind of number somebody is typing; null when it could be any. A bill of lading often begins with its line's
 * SCAC, of which `scacs` are known; a container's owner code does not name the line that carries it.
 */
export function guessNumber(text: string, scacs: readonly string[]): NumberGuess | null {
  const number = normalizeNumber(text);
  const scac = scacs.find((known) => known === AFTER_SCAC.exec(number)?.[1]) ?? null;
  if (CONTAINER.test(number) && (scac === null || digitFits(number)))
    return { type: "container", scac: null };
  if (scac) return { type: "bill_of_lading", scac };
  return /^(?=.*\d)[A-Z0-9]{8,}$/.test(number) ? { type: "bill_of_lading", scac: null } : null;
}

/** Whether a text has the shape of a container number, whatever its check digit. */
export function looksLikeContainer(text: string): boolean {
  return CONTAINER.test(normalizeNumber(text));
}

function digitFits(number: string): boolean {
  return containerCheckDigit(number.slice(0, 10)) === Number(number.slice(10));
}

/** The check digit a whole container number should have, when it has another one; null when nothing is wrong yet. */
export function wrongCheckDigit(text: string): { expected: number } | null {
  const number = normalizeNumber(text);
  const expected = containerCheckDigit(number.slice(0, 10));
  return number.length === 11 && expected !== null && !digitFits(number) ? { expected } : null;
}
