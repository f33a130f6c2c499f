import { type BoardQuery, rangeText, valueText } from "@/lib/features/board/rules/board-address";
import { CHOICE_LABELS, CHOICES } from "@/lib/features/board/rules/filters";

const MAX_LIST = 6;

function listed(values: readonly string[]): string {
  const more = values.length - MAX_LIST;
  const named = values.slice(0, MAX_LIST).join(", ");
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Returns one label per active filter: "Terminal: APM Pier 400, TraPac". `names` maps ids to names. */
export function filterText(query: BoardQuery, names: Readonly<Record<string, string>> = {}): string[] {
  const text = CHOICES.filter((id) => query.choices[id].length > 0).map((id) => {
    const values = query.choices[id].map((value) => names[value] ?? valueText(id, value));
    return `${CHOICE_LABELS[id]}: ${listed(values)}`;
  });
  if (query.q !== "") text.unshift(`Search: ${query.q}`);
  if (query.left) text.push(`Days left: ${rangeText(query.left)}`);
  if (query.changed) text.push("Unseen changes");
  if (query.numbers.length > 0) text.push(`Numbers: ${listed(query.numbers)}`);
  if (query.list !== null) text.push("Pasted list of numbers");
  return text;
}
