import { containerCheckDigit, normalizeNumber, withoutDecimals } from "@/lib/contract/container-number";
import type { RequestType } from "@/lib/contract/enums";

const MAX_NUMBER = 100;
const MAX_SHOWN = 40;

/** A text from a user in quotes, shortened. */
export const quoted = (text: string): string =>
  `“${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}”`;

/** Returns a cell without characters added by spreadsheets: ="…", an apostrophe, a byte order mark, a NUL, ".0". */
export function plainCell(cell: string | undefined): string {
  const text = (cell ?? "").replaceAll(/[\0\ufeff]/g, "").trim();
  const formula = /^="(.*)"$/s.exec(text)?.[1];
  return withoutDecimals((formula ?? text).replace(/^'/, "").trim());
}

/** Returns why a text from a spreadsheet is not what was typed there. Null when it may be. */
export function cellProblem(text: string): string | null {
  if (/^#[A-Z/0!?]+$/i.test(text)) return `Spreadsheet error ${quoted(text)} instead of a number.`;
  if (/^\d([.,]\d+)?E\+?\d+$/i.test(text))
    return `The spreadsheet shortened the number to ${quoted(text)}. Format the column as text and save again.`;
  return null;
}

/** Returns the reason that a text is not a container number. Null when it is valid. */
export function containerProblem(text: string): string | null {
  const number = normalizeNumber(text);
  const expected = containerCheckDigit(number.slice(0, 10));
  if (/^[A-Z]{4}\d{6}$/.test(number)) return `Check digit is missing: expected ${expected}.`;
  if (!/^[A-Z]{4}\d{7}$/.test(number))
    return `${quoted(text)} is not a container number (four letters and seven digits).`;
  return expected === Number(number.slice(10)) ? null : `Check digit is wrong: expected ${expected}.`;
}

function billProblem(text: string): string | null {
  return /^[A-Z0-9/]{4,35}$/.test(normalizeNumber(text))
    ? null
    : `${quoted(text)} is not a BOL or booking number (4 to 35 letters and digits).`;
}

/** Returns the reason that a text, without what spreadsheets add, cannot be a number of any type. Null when it can. */
export function textProblem(text: string): string | null {
  if (text === "") return "Enter a number.";
  if (text.length > MAX_NUMBER) return `The number is longer than ${MAX_NUMBER} characters.`;
  return cellProblem(text);
}

/**
 * A number to track: `sent` goes to the service, `key` is what is compared. Both come from here, so that no other number
 * is compared than the one that is sent.
 */
export type RequestedNumber = { sent: string; key: string };

/**
 * Reads a number as a user typed it or a spreadsheet contains it, or returns the reason that it cannot be requested as
 * this type.
 */
export function requestedNumber(text: string, type: RequestType): RequestedNumber | { problem: string } {
  const plain = plainCell(text);
  const problem = textProblem(plain) ?? (type === "container" ? containerProblem(plain) : billProblem(plain));
  if (problem !== null) return { problem };
  const key = normalizeNumber(plain);
  return { sent: type === "container" ? key : plain, key };
}
