/** Separators that users type between the parts of a number: spaces, dashes of every kind and dots. */
const SEPARATORS = /[\s\p{Pd}\u2212.\u00ad\u200b-\u200d\u2060\ufeff]+/gu;
const OWNER_AND_SERIAL = /^[A-Z]{4}\d{6}$/;
const FULL_NUMBER = /^[A-Z]{4}\d{7}$/;

/** Returns a whole number without the decimals that spreadsheets add ("263412345.0" → "263412345"), else `text`. */
export const withoutDecimals = (text: string): string => text.replace(/^\s*(\d+)[.,]0{1,2}\s*$/, "$1");

/**
 * Returns a number in the form that search compares: upper case, without spaces, dashes, dots and the decimals of
 * spreadsheets. Works for any kind of number.
 */
export function normalizeNumber(text: string): string {
  return withoutDecimals(text.normalize("NFKC")).replace(SEPARATORS, "").toUpperCase();
}

/** ISO 6346: letters have the values 10 to 38, without the multiples of 11. */
function letterValue(letter: string): number {
  const value = letter.charCodeAt(0) - 65 + 10;
  return value + Math.floor((value - 1) / 10);
}

/**
 * Returns the ISO 6346 check digit of four letters and six digits ("MSKU480796" → 9). Null when `first10` has another
 * format.
 */
export function containerCheckDigit(first10: string): number | null {
  if (!OWNER_AND_SERIAL.test(first10)) return null;
  let sum = 0;
  for (const [index, character] of [...first10].entries()) {
    sum += (index < 4 ? letterValue(character) : Number(character)) * 2 ** index;
  }
  return (sum % 11) % 10;
}

/** Whether `text` is an ISO 6346 number with the correct check digit. Spacing does not matter. */
export function isValidContainerNumber(text: string): boolean {
  const number = normalizeNumber(text);
  return FULL_NUMBER.test(number) && containerCheckDigit(number.slice(0, 10)) === Number(number.slice(10));
}

/** Returns "MSKU 480796 9" when `text` has that format, else `text` as sent. The check digit is not verified. */
export function formatContainerNumber(text: string): string {
  const number = normalizeNumber(text);
  if (!FULL_NUMBER.test(number)) return text;
  return `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`;
}
