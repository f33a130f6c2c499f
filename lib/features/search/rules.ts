import { isValidContainerNumber, normalizeNumber } from "@/lib/contract/container-number";
import { parsePastedNumbers } from "@/lib/domain/numbers/number-list";

/**
 * The numbers that a text may contain, in the form used by search, most likely first. `asked`: the whole text with and
 * without symbols, which also matches parts of numbers. `within`: numbers inside the text, also without a leading SCAC.
 * Parts of these are not matched, because they could belong to other records.
 */
export type NumberCandidates = { numbers: string[]; within: string[] };

const MIN_WORD = 5;
const MAX_WITHIN = 6;
const AFTER_SCAC = /^[A-Z]{4}(?=[A-Z0-9]*\d)([A-Z0-9]{5,})$/;

const withoutSigns = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Reads the numbers from a typed or pasted search text: "Container: MSKU480796-9 (urgent)", "MAEU 221 876 618". */
export function numberCandidates(text: string): NumberCandidates {
  const clean = text.replaceAll("\0", "");
  const whole = normalizeNumber(clean);
  const cleaned = withoutSigns(whole);
  const requested = [...new Set([whole, cleaned.length < MIN_WORD ? "" : cleaned])].filter(Boolean);
  const message = clean
    .normalize("NFKC")
    .split(/[\s,;:()[\]"'#|]+/)
    .map((label) => withoutSigns(normalizeNumber(label)))
    .filter((label) => label.length >= MIN_WORD && /\d/.test(label));
  const within = [...parsePastedNumbers(clean.normalize("NFKC")).numbers, ...message];
  // After four letters, the rest is a bill of lading number, except when the whole is a container number.
  const parted = [...requested, ...within]
    .filter((number) => !isValidContainerNumber(number))
    .flatMap((number) => AFTER_SCAC.exec(number)?.[1] ?? []);
  const others = [...new Set([...within, ...parted])].filter((number) => !requested.includes(number));
  return { numbers: requested, within: others.slice(0, MAX_WITHIN) };
}
