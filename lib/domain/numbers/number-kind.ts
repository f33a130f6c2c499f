import { normalizeNumber } from "@/lib/contract/container-number";
import type { RequestType } from "@/lib/contract/enums";

/** The owner code of equipment numbers ends in U, J or Z (ISO 6346). */
const CONTAINER = /^[A-Z]{3}[UJZ]\d{7}$/;
/** Six digits: the check digit is missing. */
const CONTAINER_SO_FAR = /^[A-Z]{3}[UJZ]\d{6,7}$/;
const AFTER_SCAC = /^([A-Z]{4})[A-Z0-9]{6,}$/;

/** The probable type of a number, and its line if the number contains it. */
export type NumberGuess = { type: RequestType; scac: string | null };

/** The line whose SCAC a bill of lading or booking number begins with; null if it begins with none of `scacs`. */
export function scacIn(text: string, scacs: readonly string[]): string | null {
  const prefix = AFTER_SCAC.exec(normalizeNumber(text))?.[1];
  return scacs.find((known) => known === prefix) ?? null;
}

/**
 * The kind of number a user is typing; null if it is ambiguous. A number in the format of a container is a container
 * whatever its check digit is, also if its owner code is a SCAC: a mistyped container must not become a bill of lading.
 * Other bills of lading often begin with their line's SCAC; `scacs` lists the known ones. A container's owner code does
 * not identify the line that carries it.
 */
export function guessNumber(text: string, scacs: readonly string[]): NumberGuess | null {
  const number = normalizeNumber(text);
  if (CONTAINER_SO_FAR.test(number)) return { type: "container", scac: null };
  const scac = scacIn(number, scacs);
  if (scac) return { type: "bill_of_lading", scac };
  return /^(?=.*\d)[A-Z0-9]{8,}$/.test(number) ? { type: "bill_of_lading", scac: null } : null;
}

/** Whether a text has the format of a container number, regardless of its check digit. */
export function looksLikeContainer(text: string): boolean {
  return CONTAINER.test(normalizeNumber(text));
}
