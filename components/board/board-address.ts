import { QUEUE_IDS } from "@/lib/dispatch/queues";

/** The columns a board can be sorted by; a leading "-" in the address turns the order round. */
export const BOARD_SORTS = [
  "container",
  "deadline",
  "status",
  "charges",
  "appointment",
  "carrier",
  "terminal",
  "line",
  "vessel",
  "eta",
  "customer",
  "out",
  "checked",
] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];

/** Filters that take one of the values the boxes have, in the order of their chips. */
export const FACETS = ["terminal", "line", "port", "status", "carrier"] as const;
export type FacetId = (typeof FACETS)[number];

export const DEFAULT_QUEUE = "all";

/**
 * What a board shows, as it stands in the address; "" is not set. `sort` null is the desk's own order: governing
 * deadline, then no appointment, then held.
 */
export type BoardFilters = {
  queue: string;
  q: string;
  sort: { by: BoardSort; descending: boolean } | null;
} & Record<FacetId, string>;

/** The most characters a filter may have. */
export const LONGEST_FILTER = 200;

function plainText(text: string): string {
  return text.length > LONGEST_FILTER || text.includes("\0") ? "" : text;
}

/**
 * The filters that parameters of an address ask for, as the server reads them: each by itself, and what is not a
 * filter's value is not set.
 */
export function readBoardFilters(params: Record<"queue" | "q" | "sort" | FacetId, string>): BoardFilters {
  return {
    queue: QUEUE_IDS.find((id) => id === params.queue) ?? DEFAULT_QUEUE,
    q: plainText(params.q).trim(),
    terminal: plainText(params.terminal),
    line: plainText(params.line),
    port: plainText(params.port),
    status: plainText(params.status),
    carrier: plainText(params.carrier),
    sort: parseSort(params.sort),
  };
}

/** Reads a `sort` parameter; null when it names no column. */
export function parseSort(text: string | null | undefined): BoardFilters["sort"] {
  const descending = text?.startsWith("-") ?? false;
  const name = descending ? text?.slice(1) : text;
  const by = BOARD_SORTS.find((sort) => sort === name);
  return by ? { by, descending } : null;
}

export function formatSort(sort: BoardFilters["sort"]): string {
  return sort ? `${sort.descending ? "-" : ""}${sort.by}` : "";
}

/** The order after a click on a header: up, down, then the desk's own again. */
export function nextSort(sort: BoardFilters["sort"], by: BoardSort): BoardFilters["sort"] {
  if (sort?.by !== by) return { by, descending: false };
  return sort.descending ? null : { by, descending: true };
}

/** The parameters of filters, for the address as for the row route: only what is set, always in one order. */
export function boardParams(filters: BoardFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (filters.queue !== DEFAULT_QUEUE) params.set("queue", filters.queue);
  if (filters.q !== "") params.set("q", filters.q);
  for (const facet of FACETS) {
    if (filters[facet] !== "") params.set(facet, filters[facet]);
  }
  if (filters.sort) params.set("sort", formatSort(filters.sort));
  return params;
}

export function boardHref(filters: BoardFilters): string {
  const params = boardParams(filters).toString();
  return params === "" ? "/board" : `/board?${params}`;
}

/** Whether anything narrows the queue. */
export function isNarrowed(filters: BoardFilters): boolean {
  return filters.q !== "" || FACETS.some((facet) => filters[facet] !== "");
}
