import type { BoardFacets, FacetValue } from "@/components/board/page-data";
import { type ChoiceId, FIXED_VALUES, NONE, valueWords } from "@/lib/features/board/rules/board-address";

/** Which list of the dashboard's answer names a filter's values. */
const LISTS: Partial<Record<ChoiceId, keyof BoardFacets>> = {
  terminal: "terminals",
  line: "lines",
  customer: "customers",
  carrier: "carriers",
  port: "ports",
  status: "statuses",
  hold: "holds",
  tag: "tags",
  field: "fields",
};
/** Filters by which containers without a value can be asked for. */
const WITH_NONE: Partial<Record<ChoiceId, string>> = {
  carrier: "No carrier",
  customer: "No customer",
  terminal: "No terminal",
  line: "No line",
};
/** Filters whose values are typed; their hints say how. */
export const TYPED_HINTS: Partial<Record<ChoiceId, string>> = {
  reference: "Type a whole reference",
  field: "Search, or name=…, name>=10, name:none",
  customer: "Search or type a customer",
  tag: "Search or type a tag",
};

/** Whether the dashboard has to be asked for a filter's values. */
export const needsFacets = (id: ChoiceId): boolean => LISTS[id] !== undefined;

/** The values a filter offers; undefined while they are being read. */
export function offeredValues(id: ChoiceId, facets: BoardFacets | undefined): FacetValue[] | undefined {
  const fixed = FIXED_VALUES[id];
  if (fixed) return Object.entries(fixed).map(([value, label]) => ({ value, label, count: -2 }));
  const list = LISTS[id];
  if (!list) return [];
  const none = WITH_NONE[id];
  const values = facets?.[list];
  return values && (none ? [{ value: NONE, label: none, count: -2 }, ...values] : values);
}

/** What a chip says is chosen. */
export function chosenLabels(
  id: ChoiceId,
  chosen: readonly string[],
  facets: BoardFacets | undefined,
): FacetValue[] {
  const offered = offeredValues(id, facets) ?? [];
  return chosen.map((value) => {
    const none = value === NONE ? WITH_NONE[id] : undefined;
    const label = offered.find((each) => each.value === value)?.label ?? none ?? valueWords(id, value);
    return { value, label, count: 0 };
  });
}
