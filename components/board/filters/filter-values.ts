import type { BoardFacets, FacetValue } from "@/components/board/page-data";
import { valueText } from "@/lib/features/board/rules/board-address";
import { boardFilter, type ChoiceId, NONE } from "@/lib/features/board/rules/filters";

/** Whether a filter's values must be requested from the server. */
export const needsFacets = (id: ChoiceId): boolean => boardFilter(id).facet !== undefined;

/** The values that a filter offers. Undefined while they are loading. */
export function offeredValues(id: ChoiceId, facets: BoardFacets | undefined): FacetValue[] | undefined {
  const { values: fixed, facet, none } = boardFilter(id);
  if (fixed) return Object.entries(fixed).map(([value, label]) => ({ value, label, count: -2 }));
  if (!facet) return [];
  const values = facets?.[facet];
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
    const none = value === NONE ? boardFilter(id).none : undefined;
    const label = offered.find((each) => each.value === value)?.label ?? none ?? valueText(id, value);
    return { value, label, count: 0 };
  });
}
