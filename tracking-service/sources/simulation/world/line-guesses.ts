import type { RequestType } from "@/lib/contract/enums";
import type { LineGuess } from "@/tracking-service/sources/source";
import { findLine, findLineByPrefix, LEASED_PREFIXES, type Line } from "./lines";

/** The form of lines' own numbers after their code, or without it. */
type Shape = { scac: string; requestType: RequestType; pattern: RegExp; likely: number };

const bill = (scac: string, pattern: RegExp, likely: number): Shape => ({
  scac,
  requestType: "bill_of_lading",
  pattern,
  likely,
});
const booking = (scac: string, pattern: RegExp, likely: number): Shape => ({
  ...bill(scac, pattern, likely),
  requestType: "booking_number",
});

/** `likely` is the confidence in the line by the form alone. Plain digits are used by several lines. */
const SHAPES: readonly Shape[] = [
  bill("MAEU", /^\d{9}$/, 0.75),
  bill("MSCU", /^MEDU[A-Z]{2}\d{6}$/, 0.97),
  booking("MSCU", /^EBKG\d{8}$/, 0.95),
  bill("CMDU", /^[A-Z]{3}\d{7}$/, 0.5),
  bill("HLCU", /^[A-Z]{3}\d{9}$/, 0.5),
  booking("HLCU", /^\d{8}$/, 0.4),
  bill("ONEY", /^[A-Z]{4}[A-Z0-9]\d{7}$/, 0.45),
  bill("COSU", /^6\d{9}$/, 0.78),
  bill("EGLV", /^\d{12}$/, 0.76),
  bill("OOLU", /^2\d{9}$/, 0.72),
  booking("OOLU", /^2\d{9}$/, 0.3),
  bill("YMLU", /^[A-Z]\d{9}$/, 0.74),
  bill("HDMU", /^[A-Z]{4}\d{8}$/, 0.45),
  bill("ZIMU", /^[A-Z]{3}\d{7,8}$/, 0.35),
  bill("ZIMU", /^[A-Z]{3}\d{8}$/, 0.5),
];

/** The share of leased containers worldwide used by each of the largest lines. */
const LEASED_WITH: readonly (readonly [scac: string, share: number])[] = [
  ["MSCU", 0.22],
  ["MAEU", 0.17],
  ["CMDU", 0.14],
  ["COSU", 0.12],
  ["HLCU", 0.09],
  ["ONEY", 0.08],
];

const CONTAINER = /^[A-Z]{3}[UJZ]\d{7}$/;

function guess(line: Line | null, requestType: RequestType, confidence: number): LineGuess[] {
  return line ? [{ scac: line.scac, name: line.name, requestType, confidence }] : [];
}

function containerGuesses(prefix: string): LineGuess[] {
  const owner = findLineByPrefix(prefix) ?? findLine(prefix);
  if (owner) return guess(owner, "container", 0.95);
  if (!LEASED_PREFIXES.includes(prefix)) return [];
  return LEASED_WITH.flatMap(([scac, share]) => guess(findLine(scac), "container", share));
}

/**
 * The line whose code is the prefix of a BOL or booking. The confidence is higher when the rest has that line's form.
 */
function guessByCode(number: string): LineGuess[] {
  const code = number.slice(0, 4);
  const line = findLine(code) ?? findLineByPrefix(code);
  const rest = number.slice(4);
  if (!line) return [];
  const shape = SHAPES.find(
    ({ scac, pattern }) => scac === line.scac && (pattern.test(rest) || pattern.test(number)),
  );
  return shape ? guess(line, shape.requestType, 0.98) : guess(line, "bill_of_lading", 0.95);
}

function guessesByShape(number: string): LineGuess[] {
  return SHAPES.filter(({ pattern }) => pattern.test(number)).flatMap(({ scac, requestType, likely }) =>
    guess(findLine(scac), requestType, likely),
  );
}

/** Lines that may have issued a normalized number, most likely first, each once. */
export function guessLines(number: string): LineGuess[] {
  if (CONTAINER.test(number)) return containerGuesses(number.slice(0, 4));
  const byCode = guessByCode(number);
  const guesses = byCode.length > 0 ? byCode : guessesByShape(number);
  guesses.sort((a, b) => b.confidence - a.confidence);
  return guesses.filter(({ scac }, place) => guesses.findIndex((other) => other.scac === scac) === place);
}
