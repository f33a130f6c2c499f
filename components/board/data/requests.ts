import type {
  BoardCounts,
  BoardFacets,
  BoardPageData,
  BoardRowsData,
  GroupSum,
  NumbersReport,
} from "@/components/board/page-data";
import { PAGE_SIZE } from "@/components/ui/lists/page-size";
import { type BoardQuery, boardParams } from "@/lib/features/board/rules/board-address";

/** A row route refused or could not be reached; `status` 0 when there was no answer. */
export class BoardRequestError extends Error {
  constructor(
    readonly status: number,
    words = status === 0 ? "Drayboard does not answer." : `Drayboard answered with status ${status}.`,
  ) {
    super(words);
  }
}

/** What a refusal says in its own words. */
async function wordsOf(response: Response): Promise<string | undefined> {
  try {
    const body = await response.json();
    const words: unknown = body?.error?.message;
    return typeof words === "string" ? words : undefined;
  } catch {
    return undefined;
  }
}

async function answerOf(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { accept: "application/json", ...init.headers } });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new BoardRequestError(0);
  }
  if (!response.ok) throw new BoardRequestError(response.status, await wordsOf(response));
  return response;
}

const ask = async <T>(path: string, init: RequestInit): Promise<T> => (await answerOf(path, init)).json();

/** Whether the file that a form asks for can be had; throws BoardRequestError in words where not. */
export async function checkExport(form: FormData): Promise<void> {
  form.set("check", "1");
  await answerOf("/api/export", { method: "POST", body: form });
}

export const get = <T>(path: string, params: URLSearchParams, signal?: AbortSignal) =>
  ask<T>(`${path}?${params}`, { signal });

export const post = <T>(path: string, body: unknown, keepalive = false) =>
  ask<T>(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
    keepalive,
  });

/** The parameters that choose the rows and their order: columns and the view's name do not. */
export const rowParams = (query: BoardQuery): URLSearchParams =>
  boardParams({ ...query, cols: "", view: null });

export function fetchBoardPage(
  query: BoardQuery,
  page: number,
  signal?: AbortSignal,
): Promise<BoardPageData> {
  const params = rowParams(query);
  params.set("offset", String(page * PAGE_SIZE));
  params.set("limit", String(PAGE_SIZE));
  return get("/api/board", params, signal);
}

/** Reads the named rows, whether or not they still match the query. */
export function fetchBoardRows(query: BoardQuery, ids: readonly string[]): Promise<BoardRowsData> {
  const params = rowParams(query);
  params.set("ids", ids.join(","));
  return get("/api/board", params);
}

/** Counts what a query lets through, and every queue. */
export function fetchBoardCounts(query: BoardQuery): Promise<BoardCounts> {
  const params = rowParams(query);
  params.set("limit", "0");
  return get("/api/board", params);
}

export const fetchBoardGroups = async (query: BoardQuery, signal?: AbortSignal): Promise<GroupSum[]> =>
  (await get<{ groups: GroupSum[] }>("/api/board/groups", rowParams(query), signal)).groups;

export const fetchBoardFacets = (signal?: AbortSignal): Promise<BoardFacets> =>
  get("/api/board/facets", new URLSearchParams(), signal);

/** How the numbers of a query stand against the account. */
export function fetchNumbersReport(
  { list, numbers }: Pick<BoardQuery, "list" | "numbers">,
  signal?: AbortSignal,
): Promise<NumbersReport> {
  const params = new URLSearchParams(list === null ? { numbers: numbers.join(",") } : { list });
  return get("/api/board/numbers", params, signal);
}

/** Keeps a pasted column at the dashboard; answers its id and how it stands. */
export const keepNumbers = (text: string): Promise<NumbersReport & { id: string }> =>
  post("/api/board/numbers", { text });

/** Tells which rows the person has seen, also while the page is being left. */
export const sendLooks = (seen: readonly { id: string; at: string }[]): Promise<unknown> =>
  post("/api/board/looks", { seen }, true);

/** Keeps the columns a person has, also while the page is being left. */
export const sendColumns = (columns: string): Promise<unknown> =>
  post("/api/board/settings", { columns }, true);

export const sendAllSeen = (): Promise<unknown> => post("/api/board/looks", { all: true });
