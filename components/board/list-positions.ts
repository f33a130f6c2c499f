import type { ShownPlaces } from "@/components/board/data/keep-rows";
import type { GroupSum } from "./page-data";

/** The item at a position of the rendered board: a group header, or a row with its index in the whole list. */
export type Place = { kind: "group"; group: number } | { kind: "row"; index: number };
export type Places = {
  count: number;
  at: (place: number) => Place;
  /** The position of a row by its index. Undefined in a collapsed group. */
  placeOf: (index: number) => number | undefined;
};

/** A group's key in the set of collapsed groups. */
export const groupKey = ({ value }: Pick<GroupSum, "value">): string => (value === null ? "" : `=${value}`);

/** The last of ascending numbers that is not greater than `wanted`. */
function lastAtMost(starts: readonly number[], wanted: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Computes the positions of all items: only the rows without groups; otherwise each group's header followed by its
 * rows, unless it is collapsed. The server orders the rows of the whole list by group. A row that is kept between two
 * groups belongs to the upper one.
 */
export function listPlaces(
  groups: readonly GroupSum[] | null,
  { length, extra }: Pick<ShownPlaces, "length" | "extra">,
  folded: ReadonlySet<string>,
): Places {
  if (!groups)
    return { count: length, at: (place) => ({ kind: "row", index: place }), placeOf: (index) => index };
  const heads: number[] = [];
  const firstRows: number[] = [];
  let place = 0;
  let row = 0;
  let listed = 0;
  for (const group of groups) {
    const shown = group.containers + extra(listed, listed + group.containers);
    listed += group.containers;
    heads.push(place);
    firstRows.push(row);
    place += 1 + (folded.has(groupKey(group)) ? 0 : shown);
    row += shown;
  }
  return {
    count: place,
    placeOf(index) {
      const at = lastAtMost(firstRows, index);
      const group = groups[at];
      if (!group || folded.has(groupKey(group))) return undefined;
      return (heads[at] ?? 0) + 1 + index - (firstRows[at] ?? 0);
    },
    at(requested) {
      const group = lastAtMost(heads, requested);
      const below = requested - (heads[group] ?? 0);
      return below === 0
        ? { kind: "group", group }
        : { kind: "row", index: (firstRows[group] ?? 0) + below - 1 };
    },
  };
}
