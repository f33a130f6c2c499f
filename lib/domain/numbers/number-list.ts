import { isValidContainerNumber, normalizeNumber } from "@/lib/contract/container-number";

/** A line that names no container: its number from 1, and what stands there, cut. */
export type UnreadableLine = { line: number; text: string };

/**
 * What a pasted column holds. `numbers` in the form search compares, each once, in their order; `suspect` those whose
 * check digit does not fit; `repeated` how often a number came again; `blank` lines are no fault.
 */
export type PastedNumbers = {
  numbers: string[];
  suspect: string[];
  unreadable: UnreadableLine[];
  repeated: number;
  lines: number;
};

export const MOST_LINES = 50_000;
const LONGEST_SHOWN = 80;
/** Four letters and seven digits, however parted, that no letter or digit touches. */
const NUMBER = /(?<![\p{L}\p{N}])[A-Z]{4}[\s\p{Pd}.]{0,3}\d{6}[\s\p{Pd}./]{0,3}\d(?![\p{L}\p{N}])/giu;
/** Longer lines hold no column of numbers; what is past this is not looked at. */
const LONGEST_LINE = 2_000;

/**
 * Reads a pasted column of container numbers: one a line, or several, with other cells and rubbish next to them. Lines
 * past `MOST_LINES` are not read.
 */
export function parsePastedNumbers(text: string): PastedNumbers {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/, MOST_LINES);
  const numbers = new Set<string>();
  const unreadable: UnreadableLine[] = [];
  let repeated = 0;
  for (const [index, line] of lines.entries()) {
    const shown = line.replaceAll("\0", "").trim();
    if (shown === "") continue;
    const found = line.slice(0, LONGEST_LINE).match(NUMBER) ?? [];
    if (found.length === 0) unreadable.push({ line: index + 1, text: shown.slice(0, LONGEST_SHOWN) });
    for (const each of found) {
      const number = normalizeNumber(each).replaceAll("/", "");
      if (numbers.has(number)) repeated += 1;
      numbers.add(number);
    }
  }
  const kept = [...numbers];
  return {
    numbers: kept,
    suspect: kept.filter((number) => !isValidContainerNumber(number)),
    unreadable,
    repeated,
    lines: lines.length,
  };
}
