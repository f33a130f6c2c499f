import type { GroupSum } from "./page-data";

/** The item at a position of the rendered board: a group header, or a row with its index in the whole list. */
export type Place = { kind: "group"; group: number } | { kind: "row"; index: number };
export type Places = { count: number; at: (place: number) => Place };

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
 * rows, unless it is collapsed. The server orders the rows of the whole list by group.
 */
export function listPlaces(
  groups: readonly GroupSum[] | null,
  total: number,
  folded: ReadonlySet<string>,
): Places {
  if (!groups) return { count: total, at: (place) => ({ kind: "row", index: place }) };
  const heads: number[] = [];
  const firstRows: number[] = [];
  let place = 0;
  let row = 0;
  for (const group of groups) {
    heads.push(place);
    firstRows.push(row);
    place += 1 + (folded.has(groupKey(group)) ? 0 : group.containers);
    row += group.containers;
  }
  return {
    count: place,
    at(requested) {
      const group = lastAtMost(heads, requested);
      const below = requested - (heads[group] ?? 0);
      return below === 0
        ? { kind: "group", group }
        : { kind: "row", index: (firstRows[group] ?? 0) + below - 1 };
    },
  };
}
