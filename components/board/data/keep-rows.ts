import type { BoardRow } from "@/lib/domain/board-row/board-row";

/** A loaded row at its index in the list, and when that list was read (ISO 8601, UTC). */
export type ListedRow = { row: BoardRow; index: number; asOf: string };

/**
 * The rows of pages, which are given in the order in which they were read, by index. A row can be on two pages when it has
 * moved between their reads. It is on the one that was read last; its index on the other is `stale` until that is read again.
 */
export function listRows(pages: readonly { rows: readonly BoardRow[]; from: number; asOf: string }[]) {
  const byId = new Map<string, ListedRow>();
  const stale = new Set<number>();
  for (const { rows, from, asOf } of pages)
    for (const [at, row] of rows.entries()) {
      const former = byId.get(row.id);
      if (former) stale.add(former.index);
      byId.set(row.id, { row, index: from + at, asOf });
    }
  return { listed: [...byId.values()].sort((a, b) => a.index - b.index), stale };
}

/** What was read about a row in work. `row` is null if it was only said that it does not match. */
export type WorkRead = { row: BoardRow | null; matches: boolean; asOf: string };

/** A row that keeps its place: `gap` is the index that it is shown before, `from` the one it has moved to. */
type KeptRow = { row: BoardRow; gap: number; from: number | null };

/** The rows as they are shown. */
export type ShownRows = {
  /** The rows in work that are shown elsewhere than in the list, in the order of their places. */
  kept: readonly KeptRow[];
  /** The rows in work that no longer match. */
  leaving: ReadonlySet<string>;
  /** The shown loaded rows from top to bottom. */
  order: readonly BoardRow[];
};

export const NOTHING_SHOWN: ShownRows = { kept: [], leaving: new Set(), order: [] };

/** How many rows on each side decide where a row belongs: one of them may have moved itself. */
const NEIGHBORS = 4;

type Neighbor = { index: number; above: boolean };

/** The rows around a place that are still in the list, the nearest first. */
function neighborsOf(
  order: readonly BoardRow[],
  place: number,
  indexOf: (id: string) => number | undefined,
): Neighbor[] {
  const found = (rows: readonly BoardRow[], above: boolean) =>
    rows
      .flatMap(({ id }) => {
        const index = indexOf(id);
        return index === undefined ? [] : [{ index, above }];
      })
      .slice(0, NEIGHBORS);
  return [...found(order.slice(0, place).reverse(), true), ...found(order.slice(place + 1), false)];
}

/** How many neighbors are on the side of a gap where they were. */
const agreement = (neighbors: readonly Neighbor[], gap: number): number =>
  neighbors.filter(({ index, above }) => (above ? index < gap : index >= gap)).length;

/** The gap between the neighbors that most of them agree with. Undefined without neighbors. */
function gapOf(neighbors: readonly Neighbor[]): number | undefined {
  let best: { gap: number; agreed: number } | undefined;
  for (const { index, above } of neighbors) {
    const gap = above ? index + 1 : index;
    const agreed = agreement(neighbors, gap);
    if (!best || agreed > best.agreed) best = { gap, agreed };
  }
  return best?.gap;
}

/** Whether most neighbors of a row have its place elsewhere than at this index. */
function isElsewhere(neighbors: readonly Neighbor[], index: number): boolean {
  const gap = gapOf(neighbors);
  return gap !== undefined && agreement(neighbors, gap) > agreement(neighbors, index);
}

/**
 * Keeps rows in work where they were: next to the rows around them, also when they have moved or left the list.
 *
 * @param listed the loaded rows, by index
 * @param before the rows as they were shown
 * @param inWork the ids of the rows in work
 */
export function keepRows(
  listed: readonly ListedRow[],
  before: ShownRows,
  inWork: ReadonlySet<string>,
  reads: ReadonlyMap<string, WorkRead>,
): ShownRows {
  const byId = new Map(listed.map((each) => [each.row.id, each]));
  const inOrder = [...before.order.entries()].filter(([, { id }]) => inWork.has(id));
  const others = (id: string) => (inWork.has(id) ? undefined : byId.get(id)?.index);
  const moved = new Set(
    inOrder.flatMap(([place, { id }]) => {
      const index = byId.get(id)?.index;
      const neighbors = neighborsOf(before.order, place, others);
      return index !== undefined && isElsewhere(neighbors, index) ? [id] : [];
    }),
  );
  // A row in work that the list has where it was is a neighbor like any other: those around it keep their order.
  const indexOf = (id: string) => (moved.has(id) ? undefined : byId.get(id)?.index);
  const kept: (KeptRow & { place: number })[] = [];
  const leaving = new Set<string>();
  for (const [place, former] of inOrder) {
    const { id } = former;
    const now = byId.get(id);
    const read = reads.get(id);
    if (now ? read && !read.matches && now.asOf <= read.asOf : !read?.matches) leaving.add(id);
    if (now && !moved.has(id)) continue;
    const neighbors = neighborsOf(before.order, place, indexOf);
    const gap = gapOf(neighbors) ?? (listed[0]?.index ?? 0) + Math.min(place, listed.length);
    kept.push({ row: now?.row ?? read?.row ?? former, gap, from: now?.index ?? null, place });
  }
  kept.sort((a, b) => a.gap - b.gap || a.place - b.place);
  return { kept, leaving, order: orderOf(listed, kept) };
}

function orderOf(listed: readonly ListedRow[], kept: readonly KeptRow[]): BoardRow[] {
  const moved = new Set(kept.map(({ row }) => row.id));
  const waiting = [...kept];
  const order: BoardRow[] = [];
  for (const { row, index } of listed) {
    while (waiting[0] && waiting[0].gap <= index) order.push(...waiting.splice(0, 1).map((each) => each.row));
    if (!moved.has(row.id)) order.push(row);
  }
  return [...order, ...waiting.map(({ row }) => row)];
}

/** The shown positions of a list with kept rows. */
export type ShownPlaces = {
  length: number;
  /** The positions of the kept rows, in their order. */
  kept: readonly number[];
  /** The kept row at a shown position, or the index of the list's row there. */
  at: (place: number) => BoardRow | number;
  /** The shown position of the list's row at an index, if it is not kept elsewhere. */
  placeOf: (index: number) => number;
  /** How many more rows are shown than the list has from an index until `to`, excluded. A row kept before `to` counts. */
  extra: (from: number, to: number) => number;
};

export function shownPlaces(total: number, kept: readonly KeptRow[]): ShownPlaces {
  const left = kept.flatMap(({ from }) => from ?? []).sort((a, b) => a - b);
  const leftBelow = (index: number) => left.filter((each) => each < index).length;
  const inserted = kept.map(({ row, gap }, at) => ({ row, place: gap - leftBelow(gap) + at }));
  return {
    length: total + kept.length - left.length,
    kept: inserted.map(({ place }) => place),
    at(place) {
      const own = inserted.find((each) => each.place === place);
      if (own) return own.row;
      let index = place - inserted.filter((each) => each.place < place).length;
      for (const each of left) if (each <= index) index += 1;
      return index;
    },
    placeOf: (index) => index - leftBelow(index) + kept.filter(({ gap }) => gap <= index).length,
    extra: (from, to) =>
      kept.filter(({ gap }) => gap <= to && (gap > from || from === 0)).length -
      (leftBelow(to) - leftBelow(from)),
  };
}
