import {
  type BoardQuery,
  CHOICE_LABELS,
  CHOICES,
  rangeWords,
  valueWords,
} from "@/lib/features/board/rules/board-address";

const MAX_LIST = 6;

function listed(values: readonly string[]): string {
  const more = values.length - MAX_LIST;
  const named = values.slice(0, MAX_LIST).join(", ");
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Returns one label per active filter: "Terminal: APM Pier 400, TraPac". `names` maps ids to names. */
export function narrowingWords(query: BoardQuery, names: Readonly<Record<string, string>> = {}): string[] {
  const words = CHOICES.filter((id) => query.choices[id].length > 0).map((id) => {
    const values = query.choices[id].map((value) => names[value] ?? valueWords(id, value));
    return `${CHOICE_LABELS[id]}: ${listed(values)}`;
  });
  if (query.q !== "") words.unshift(`Search: ${query.q}`);
  if (query.left) words.push(`Days left: ${rangeWords(query.left)}`);
  if (query.changed) words.push("Unseen changes");
  if (query.numbers.length > 0) words.push(`Numbers: ${listed(query.numbers)}`);
  if (query.list !== null) words.push("Pasted list of numbers");
  return words;
}
