import type { BoardFacets, FacetValue } from "@/components/board/page-data";
import { type ChoiceId, FIXED_VALUES, NONE, valueText } from "@/lib/features/board/rules/board-address";

/** The list in the facets response with the values of each filter. */
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
/** Filters that can select containers without a value. */
const WITH_NONE: Partial<Record<ChoiceId, string>> = {
  carrier: "No carrier",
  customer: "No customer",
  terminal: "No terminal",
  line: "No line",
};
/** Filters with typed values, each with its format hint. */
export const TYPED_HINTS: Partial<Record<ChoiceId, string>> = {
  reference: "Enter a full reference",
  field: "Search, or name=…, name>=10, name:none",
  customer: "Search or enter a customer",
  tag: "Search or enter a tag",
};

/** Whether a filter's values must be requested from the server. */
export const needsFacets = (id: ChoiceId): boolean => LISTS[id] !== undefined;

/** The values that a filter offers. Undefined while they are loading. */
export function offeredValues(id: ChoiceId, facets: BoardFacets | undefined): FacetValue[] | undefined {
  const fixed = FIXED_VALUES[id];
  if (fixed) return Object.entries(fixed).map(([value, label]) => ({ value, label, count: -2 }));
  const list = LISTS[id];
  if (!list) return [];
  const none = WITH_NONE[id];
  const values = facets?.[list];
  return values && (none ? [{ value: NONE, label: none, count: -2 }, ...values] : values);
}

/** The labels of the chosen values in a chip. */
export function chosenLabels(
  id: ChoiceId,
  chosen: readonly string[],
  facets: BoardFacets | undefined,
): FacetValue[] {
  const offered = offeredValues(id, facets) ?? [];
  return chosen.map((value) => {
    const none = value === NONE ? WITH_NONE[id] : undefined;
    const label = offered.find((each) => each.value === value)?.label ?? none ?? valueText(id, value);
    return { value, label, count: 0 };
  });
}
