import { isValidContainerNumber, normalizeNumber } from "@/lib/contract/container-number";
import { searchWords } from "@/lib/domain/board-row/search-text";
import { parsePastedNumbers } from "@/lib/domain/numbers/number-list";
import { foldText } from "@/lib/platform/text/fold-text";

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

/** The kinds of results, in the order in which equally good ones are listed. */
export const MATCH_KINDS = [
  "container",
  "shipment",
  "customer",
  "vessel",
  "terminal",
  "carrier",
  "line",
  "party",
  "note",
  "view",
] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/**
 * A search result. `id`: of the record; of the container for a note; for a filter of the board its value. `note` describes
 * it. `address` contains the parameters of a view, otherwise "". `containers`: how many it has, null for a container or view.
 */
export type SearchMatch = {
  kind: MatchKind;
  id: string;
  name: string;
  note: string;
  address: string;
  containers: number | null;
};

/** How well a result matches, best first. */
export const RANKS = { exact: 0, numberStart: 1, nameStart: 2, wordStart: 3, part: 4 } as const;
export type RankedMatch = SearchMatch & { rank: number };

/** Ranks numbers in the form used by search that contain `number`. */
export function rankNumbers(numbers: readonly string[], number: string): number {
  if (numbers.includes(number)) return RANKS.exact;
  return numbers.some((each) => each.startsWith(number)) ? RANKS.numberStart : RANKS.part;
}

/**
 * Ranks a name or text: it starts with the searched words, has for each a word that starts with it, or contains them in
 * one piece. Null if none of these.
 */
export function rankText(text: string, wanted: readonly string[]): number | null {
  const words = searchWords(text);
  const [whole, phrase] = [words.join(" "), wanted.join(" ")];
  if (whole.startsWith(phrase)) return RANKS.nameStart;
  if (wanted.every((part) => words.some((word) => word.startsWith(part)))) return RANKS.wordStart;
  return whole.includes(phrase) ? RANKS.part : null;
}

/** Ranks what was found by the best rank of its texts, and leaves out what none of them matches. */
export function rankByText<T>(
  found: readonly T[],
  textsOf: (each: T) => readonly string[],
  wanted: readonly string[],
): { each: T; rank: number }[] {
  return found.flatMap((each) => {
    const ranks = textsOf(each).flatMap((text) => rankText(text, wanted) ?? []);
    return ranks.length > 0 ? [{ each, rank: Math.min(...ranks) }] : [];
  });
}

/** Lists the kind with the best result first, and within a kind the best results first. Equally good ones keep their order. */
export function inRankOrder(matches: readonly RankedMatch[]): SearchMatch[] {
  const best = new Map<MatchKind, number>();
  for (const { kind, rank } of matches) best.set(kind, Math.min(rank, best.get(kind) ?? rank));
  const place = ({ kind, rank }: RankedMatch) => [best.get(kind) ?? 0, MATCH_KINDS.indexOf(kind), rank];
  const compare = (one: RankedMatch, other: RankedMatch): number => {
    const others = place(other);
    return place(one).reduce((result, value, at) => result || value - (others[at] ?? 0), 0);
  };
  return [...matches].sort(compare).map(({ rank: _, ...match }) => match);
}

const WORDS_BEFORE = 4;
const WORDS_SHOWN = 16;

/** The part of a note around the first searched word. */
export function noteExcerpt(note: string, wanted: readonly string[]): string {
  const words = note.split(/\s+/).filter(Boolean);
  const found = words.findIndex((word) => wanted.some((part) => foldText(word).includes(part)));
  const from = Math.max(0, found - WORDS_BEFORE);
  const end = from + WORDS_SHOWN;
  return `${from > 0 ? "… " : ""}${words.slice(from, end).join(" ")}${end < words.length ? " …" : ""}`;
}
