/** A rejected part of an address: the parameter, its value, and a message with the allowed values. */
export type AddressProblem = { place: string; value: string; text: string };

export const MAX_SEARCH = 200;
const MAX_VALUE = 300;
const MAX_VALUES = 50;

/** Reports a rejected part. Returns null as its value. */
export type NoteProblem = (place: string, value: string, message: string) => null;

/** The reason why text cannot be a value; null if it can. */
function refuse(text: string, longest: number): string | null {
  if (text.includes("\0")) return "contains an unsupported character";
  return text.length > longest ? `longer than ${longest} characters` : null;
}

/**
 * Begins to parse the address of a list. Problems reported with `tell` are collected in `problems`, first the
 * parameters that belong neither to the list (`known`) nor to another component (`also`). `list` is the display name of
 * the list.
 */
export function beginAddress(
  params: URLSearchParams,
  { known, also, list }: { known: ReadonlySet<string>; also: readonly string[]; list: string },
): { problems: AddressProblem[]; report: NoteProblem } {
  const problems: AddressProblem[] = [];
  const report: NoteProblem = (place, value, label) => {
    problems.push({ place, value, text: label });
    return null;
  };
  for (const name of new Set(params.keys()))
    if (!known.has(name) && !also.includes(name))
      report(name, params.get(name) ?? "", `not a filter of ${list}`);
  return { problems, report };
}

/** A text without surrounding spaces; "" if it is missing or rejected. */
export function readText(place: string, value: string | null, longest: number, notify: NoteProblem): string {
  const wrong = value === null ? null : refuse(value, longest);
  if (wrong) notify(place, value ?? "", wrong);
  return wrong ? "" : (value ?? "").trim();
}

/** The values of a filter with several values, each once; `read` returns null for a value it reported as rejected. */
export function readSeveral(
  place: string,
  values: readonly string[],
  read: (value: string) => string | null,
  notify: NoteProblem,
): string[] {
  const stored = new Set<string>();
  for (const input of values.filter((value) => value !== "")) {
    const wrong = refuse(input, MAX_VALUE);
    const value = wrong ? notify(place, input, wrong) : read(input);
    if (value === null) continue;
    if (stored.size === MAX_VALUES) notify(place, input, `at most ${MAX_VALUES} values`);
    else stored.add(value);
  }
  return [...stored];
}
