import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { QueueId } from "@/lib/domain/board-row/queues";

/** The sort keys of the board, each with the columns whose values it depends on. The address and the SQL use these names. */
const SORTS = {
  container: ["number"],
  deadline: ["left", "deadline"],
  ready: ["release"],
  status: ["status"],
  charges: ["charges"],
  appointment: ["appointment"],
  carrier: ["carrier"],
  terminal: ["terminal"],
  line: ["terminal"],
  vessel: ["vessel"],
  eta: ["vessel"],
  customer: ["references"],
  out: ["gateOut"],
  return: ["returnDue"],
  checked: ["checked"],
  plannedPickup: ["plannedPickup"],
  plannedDelivery: ["plannedDelivery"],
  plannedReturn: ["plannedReturn"],
  // The planned pickup; once picked up, the planned empty return.
  nextMove: ["plannedPickup", "plannedReturn", "gateOut", "release"],
  driver: ["driver"],
  followUp: ["followUp"],
  workOrder: ["workOrder"],
} as const satisfies Record<string, readonly ColumnId[]>;
export type BoardSort = keyof typeof SORTS;

/** The columns whose values a sort depends on. */
export const sortColumns = (by: BoardSort): readonly ColumnId[] => SORTS[by];

const isSort = (text: string): text is BoardSort => Object.hasOwn(SORTS, text);

/** One column of an order. */
export type SortBy = { by: BoardSort; descending: boolean };

/** Maximum number of columns in an order, so that users can follow it. */
export const MAX_SORTS = 4;

/** Formats sort columns in their order: "-eta,container". */
export const formatSort = (sort: readonly SortBy[]): string =>
  sort.map(({ by, descending }) => `${descending ? "-" : ""}${by}`).join(",");

/** The order of a queue whose rows are not worked on by time left. */
const QUEUE_SORTS: Partial<Record<QueueId, BoardSort>> = {
  "planned-today": "nextMove",
  "follow-up-due": "followUp",
  arriving: "eta",
  "empty-due": "return",
};

/** What determines the order of rows without groups. */
export type Sorted = { queue: QueueId; sort: readonly SortBy[] };

/** The columns that rows are sorted by: the requested ones, else those of the queue. None: by time left. */
export function effectiveSort({ queue, sort }: Sorted): readonly SortBy[] {
  const by = QUEUE_SORTS[queue];
  return sort.length === 0 && by ? [{ by, descending: false }] : sort;
}

/** The sorts whose first rows an index finds (`formatSort`). Every other one reads all matching rows. */
const INDEXED_SORTS = ["", "deadline", "container", "-container", "eta", "-eta"] as const;
/** Those of a queue that has an index in this order. */
const INDEXED_QUEUE_SORTS = ["nextMove", "followUp", "return"] as const;
export type IndexedSort = (typeof INDEXED_SORTS)[number] | (typeof INDEXED_QUEUE_SORTS)[number];

export function indexedSort(sorted: Sorted): IndexedSort | undefined {
  const text = formatSort(effectiveSort(sorted));
  return (
    INDEXED_SORTS.find((indexed) => indexed === text) ??
    INDEXED_QUEUE_SORTS.find((indexed) => indexed === text && indexed === QUEUE_SORTS[sorted.queue])
  );
}

/** Reads a `sort` parameter. Returns the columns it names and the parts that name none. */
export function parseSort(text: string): { sort: SortBy[]; wrong: string[] } {
  const sort: SortBy[] = [];
  const wrong: string[] = [];
  for (const part of text === "" ? [] : text.split(",")) {
    const descending = part.startsWith("-");
    const by = descending ? part.slice(1) : part;
    if (!isSort(by) || sort.length === MAX_SORTS || sort.some((each) => each.by === by)) wrong.push(part);
    else sort.push({ by, descending });
  }
  return { sort, wrong };
}

/**
 * Returns the order after a click on a header: ascending, descending, then off. `along` keeps the other columns (a
 * click with shift). Without it, the clicked column is the only one.
 */
export function nextSort(sort: readonly SortBy[], by: BoardSort, along = false): SortBy[] {
  const up = { by, descending: false };
  const now = sort.find((each) => each.by === by);
  if (!along && (sort.length !== 1 || !now)) return [up];
  if (!now) return [...sort.slice(0, MAX_SORTS - 1), up];
  return sort.flatMap((each) => (each.by !== by ? each : each.descending ? [] : { by, descending: true }));
}
