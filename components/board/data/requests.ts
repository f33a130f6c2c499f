import type {
  BoardCounts,
  BoardFacets,
  BoardRowsData,
  GroupSum,
  NumbersReport,
} from "@/components/board/page-data";
import { type BoardQuery, boardParams } from "@/lib/features/board/rules/board-address";
import type { FactText } from "@/lib/features/board/rules/fact-text";
import type { StoredMeanwhile } from "@/lib/platform/text/stored-meanwhile";

/** A row route rejected the request or could not be reached. `status` is 0 without a response. */
export class BoardRequestError extends Error {
  constructor(
    readonly status: number,
    message = status === 0 ? "Drayboard is not responding." : `Drayboard returned status ${status}.`,
    /** What another user stored meanwhile, of a change that was refused for it. */
    readonly stored: StoredMeanwhile | null = null,
  ) {
    super(message);
  }
}

/** The error of a rejection. */
async function rejection(response: Response): Promise<BoardRequestError> {
  const { status } = response;
  try {
    const { error }: { error?: { message?: unknown; stored?: StoredMeanwhile } } = await response.json();
    const message = typeof error?.message === "string" ? error.message : undefined;
    return new BoardRequestError(status, message, error?.stored ?? null);
  } catch {
    return new BoardRequestError(status);
  }
}

async function answerOf(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { accept: "application/json", ...init.headers } });
  } catch (cause) {
    const timedOut =
      init.signal?.reason instanceof DOMException && init.signal.reason.name === "TimeoutError";
    if (init.signal?.aborted && !timedOut) throw cause;
    throw new BoardRequestError(0);
  }
  if (!response.ok) throw await rejection(response);
  return response;
}

const request = async <T>(path: string, init: RequestInit): Promise<T> => (await answerOf(path, init)).json();

/** Checks whether the export that a form requests is possible. Throws BoardRequestError with a message if not. */
export async function checkExport(form: FormData): Promise<void> {
  form.set("check", "1");
  await answerOf("/api/export", { method: "POST", body: form });
}

/** A read without a response within this time has failed. */
const READ_MS = 20_000;

export function get<T>(path: string, params: URLSearchParams, signal?: AbortSignal): Promise<T> {
  const timeout = AbortSignal.timeout(READ_MS);
  return request<T>(`${path}?${params}`, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
}

export const post = <T>(path: string, body: unknown, init: Pick<RequestInit, "keepalive" | "signal"> = {}) =>
  request<T>(path, {
    ...init,
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });

/** The parameters that determine the rows and their order. Columns and the view's name do not. */
export const rowParams = (query: BoardQuery): URLSearchParams =>
  boardParams({ ...query, cols: "", view: null });

/** Reads the rows with these ids, whether or not they still match the query. */
export function fetchBoardRows(query: BoardQuery, ids: readonly string[]): Promise<BoardRowsData> {
  const params = rowParams(query);
  params.set("ids", ids.join(","));
  return get("/api/board", params);
}

/** Counts the rows that match a query, and those of every queue. */
export function fetchBoardCounts(query: BoardQuery, signal?: AbortSignal): Promise<BoardCounts> {
  const params = rowParams(query);
  params.set("limit", "0");
  return get("/api/board", params, signal);
}

export const fetchBoardGroups = async (query: BoardQuery, signal?: AbortSignal): Promise<GroupSum[]> =>
  (await get<{ groups: GroupSum[] }>("/api/board/groups", rowParams(query), signal)).groups;

export const fetchBoardFacets = (signal?: AbortSignal): Promise<BoardFacets> =>
  get("/api/board/facets", new URLSearchParams(), signal);

/** Compares the numbers of a query with the account's containers. */
export function fetchNumbersReport(
  { list, numbers }: Pick<BoardQuery, "list" | "numbers">,
  signal?: AbortSignal,
): Promise<NumbersReport> {
  const params = new URLSearchParams(list === null ? { numbers: numbers.join(",") } : { list });
  return get("/api/board/numbers", params, signal);
}

/** Stores a pasted column of numbers in the dashboard. Returns its id and the report. */
export const keepNumbers = (text: string): Promise<NumbersReport & { id: string }> =>
  post("/api/board/numbers", { text });

/** Reports the rows that the user has seen, also while the page is being closed. */
export const sendLastSeen = (seen: readonly { id: string; at: string }[]): Promise<unknown> =>
  post("/api/board/looks", { seen }, { keepalive: true });

/** Saves the user's columns, also while the page is being closed. */
export const sendColumns = (columns: string): Promise<unknown> =>
  post("/api/board/settings", { columns }, { keepalive: true });

/** What undoes that all changes were marked as seen. */
export type MarkedAsSeen = { from: string; at: string };

export const sendAllSeen = (): Promise<MarkedAsSeen> => post("/api/board/looks", { all: true });

export const undoAllSeen = (undo: MarkedAsSeen): Promise<unknown> => post("/api/board/looks", { undo });

/** The changes of a container that mark it for the user, since an instant: the newest ones, and how many more. */
export const fetchChangeLines = (
  { id, since }: { id: string; since: string },
  signal: AbortSignal,
): Promise<{ changes: FactText[]; more: number }> =>
  get("/api/board/changes", new URLSearchParams({ id, since }), signal);
