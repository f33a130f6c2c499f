import { isValidContainerNumber, normalizeNumber } from "@/lib/contract/container-number";

/** A line without a container number: its line number from 1, and its text, truncated. */
export type UnreadableLine = { line: number; text: string };

/**
 * The contents of a pasted column. `numbers`: in the format that search compares, each once, in input order. `suspect`:
 * numbers with a wrong check digit. `repeated`: how often numbers were repeated. `blank`: blank lines, which are not
 * errors.
 */
export type PastedNumbers = {
  numbers: string[];
  suspect: string[];
  unreadable: UnreadableLine[];
  repeated: number;
  lines: number;
};

export const MAX_LINES = 50_000;
const MAX_SHOWN = 80;
/** Four letters and seven digits with optional separators, not adjacent to another letter or digit. */
const NUMBER = /(?<![\p{L}\p{N}])[A-Z]{4}[\s\p{Pd}.]{0,3}\d{6}[\s\p{Pd}./]{0,3}\d(?![\p{L}\p{N}])/giu;
/** Longer lines do not contain a column of numbers. The rest of the line is ignored. */
const MAX_LINE = 2_000;

/**
 * Parses a pasted column of container numbers: one or several per line, with other cells and text between them. Lines
 * past `MAX_LINES` are not read.
 */
export function parsePastedNumbers(text: string): PastedNumbers {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/, MAX_LINES);
  const numbers = new Set<string>();
  const unreadable: UnreadableLine[] = [];
  let repeated = 0;
  for (const [index, line] of lines.entries()) {
    const shown = line.replaceAll("\0", "").trim();
    if (shown === "") continue;
    const found = line.slice(0, MAX_LINE).match(NUMBER) ?? [];
    if (found.length === 0) unreadable.push({ line: index + 1, text: shown.slice(0, MAX_SHOWN) });
    for (const each of found) {
      const number = normalizeNumber(each).replaceAll("/", "");
      if (numbers.has(number)) repeated += 1;
      numbers.add(number);
    }
  }
  const stored = [...numbers];
  return {
    numbers: stored,
    suspect: stored.filter((number) => !isValidContainerNumber(number)),
    unreadable,
    repeated,
    lines: lines.length,
  };
}

/** Whether a text contains several container numbers. */
export const hasSeveralNumbers = (text: string): boolean => parsePastedNumbers(text).numbers.length > 1;
