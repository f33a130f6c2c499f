import { type BoardFilters, boardParams } from "./board-address";
import { type BoardFacets, type BoardPageData, type BoardRowsData, PAGE_SIZE } from "./board-page-data";

/** A row route refused or could not be reached; `status` 0 when there was no answer. */
export class BoardRequestError extends Error {
  constructor(readonly status: number) {
    super(status === 0 ? "The desk does not answer." : `The desk answered with status ${status}.`);
  }
}

async function get<T>(path: string, params: URLSearchParams, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`${path}?${params}`, { signal, headers: { accept: "application/json" } });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new BoardRequestError(0);
  }
  if (!response.ok) throw new BoardRequestError(response.status);
  return response.json();
}

export function fetchBoardPage(
  filters: BoardFilters,
  page: number,
  signal?: AbortSignal,
): Promise<BoardPageData> {
  const params = boardParams(filters);
  params.set("offset", String(page * PAGE_SIZE));
  params.set("limit", String(PAGE_SIZE));
  return get("/api/board", params, signal);
}

/** Reads the named rows, whether or not they still match the filters. */
export function fetchBoardRows(filters: BoardFilters, ids: readonly string[]): Promise<BoardRowsData> {
  const params = boardParams(filters);
  params.set("ids", ids.join(","));
  return get("/api/board", params);
}

export function fetchBoardFacets(signal?: AbortSignal): Promise<BoardFacets> {
  return get("/api/board/facets", new URLSearchParams(), signal);
}
