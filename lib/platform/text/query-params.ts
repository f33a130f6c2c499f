/** A part of an address that could not be taken: which parameter, what stood there, and what it may be. */
export type AddressProblem = { place: string; value: string; words: string };

export const LONGEST_SEARCH = 200;
const LONGEST_VALUE = 300;
const MOST_VALUES = 50;

/** Tells of a part that cannot be taken; null, to stand in its place. */
export type Tell = (place: string, value: string, words: string) => null;

/** Why text cannot be a value; null when it can. */
function refuse(text: string, longest: number): string | null {
  if (text.includes("\0")) return "holds a sign that no value has";
  return text.length > longest ? `longer than ${longest} characters` : null;
}

/**
 * Begins to read the address of a list: what `tell` is reported stands in `problems`, first the parameters that are neither
 * the list's (`known`) nor somebody else's (`also`). `list` is what the reader calls it.
 */
export function beginAddress(
  params: URLSearchParams,
  { known, also, list }: { known: ReadonlySet<string>; also: readonly string[]; list: string },
): { problems: AddressProblem[]; tell: Tell } {
  const problems: AddressProblem[] = [];
  const tell: Tell = (place, value, words) => {
    problems.push({ place, value, words });
    return null;
  };
  for (const name of new Set(params.keys()))
    if (!known.has(name) && !also.includes(name))
      tell(name, params.get(name) ?? "", `${list} knows no such filter`);
  return { problems, tell };
}

/** A text without the spaces around it; "" where there is none or it cannot be taken. */
export function readText(place: string, value: string | null, longest: number, tell: Tell): string {
  const wrong = value === null ? null : refuse(value, longest);
  if (wrong) tell(place, value ?? "", wrong);
  return wrong ? "" : (value ?? "").trim();
}

/** The values of a filter that takes several, each once; `read` gives null for what it reported that it cannot take. */
export function readSeveral(
  place: string,
  values: readonly string[],
  read: (value: string) => string | null,
  tell: Tell,
): string[] {
  const kept = new Set<string>();
  for (const given of values.filter((value) => value !== "")) {
    const wrong = refuse(given, LONGEST_VALUE);
    const value = wrong ? tell(place, given, wrong) : read(given);
    if (value === null) continue;
    if (kept.size === MOST_VALUES) tell(place, given, `at most ${MOST_VALUES} values`);
    else kept.add(value);
  }
  return [...kept];
}
