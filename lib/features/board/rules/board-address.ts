import { normalizeNumber } from "@/lib/contract/container-number";
import { QUEUE_IDS, type QueueId } from "@/lib/domain/board-row/queues";
import { statusLabel } from "@/lib/domain/container/container-status";
import {
  EXPECTED_FIELD,
  fieldFilterText,
  readFieldFilter,
} from "@/lib/features/custom-fields/rules/field-filter";
import {
  type AddressProblem,
  beginAddress,
  MAX_SEARCH,
  type NoteProblem,
  readSeveral,
  readText,
} from "@/lib/platform/text/query-params";
import { boardFilter, CHOICES, type ChoiceId, recordOf } from "./filters";
import { formatSort, parseSort, type SortBy } from "./sort-orders";

/** The groupings of rows. Each container is in exactly one group. */
export const BOARD_GROUPS = ["terminal", "line", "carrier", "customer", "vessel"] as const;
export type BoardGroup = (typeof BOARD_GROUPS)[number];
export const GROUP_LABELS: Record<BoardGroup, string> = {
  terminal: "Terminal",
  line: "Line",
  carrier: "Dray carrier",
  customer: "Customer",
  vessel: "Vessel",
};

/** A range of days left, both bounds inclusive. A null bound is open. */
export type DayRange = { from: number | null; to: number | null };

/** The content of a board as its address defines it. Values of one filter are combined with OR, filters with AND. */
export type BoardQuery = {
  queue: QueueId;
  q: string;
  choices: Readonly<Record<ChoiceId, readonly string[]>>;
  left: DayRange | null;
  /** Whether to show only rows with unseen changes of the user. */
  changed: boolean;
  /** Container numbers in the form that search compares. Empty means no filter. */
  numbers: readonly string[];
  /** The id of a pasted list that the dashboard stores. */
  list: string | null;
  sort: readonly SortBy[];
  group: BoardGroup | null;
  /** The columns as `formatLayout` writes them. "" means the user's own columns. */
  cols: string;
  /** The id of the saved view that the query started from. */
  view: string | null;
};

/** Maximum numbers in an address. The dashboard stores longer lists. */
export const MAX_NUMBERS_IN_ADDRESS = 60;
const MAX_COLS = 2_000;
const FARTHEST_DAY = 999;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KNOWN = new Set<string>([
  ...CHOICES,
  "queue",
  "q",
  "left",
  "changed",
  "numbers",
  "list",
  "sort",
  "group",
  "cols",
  "view",
]);

const EMPTY_CHOICES: BoardQuery["choices"] = recordOf(CHOICES, () => []);

/** The whole board in the default order of the dashboard. */
export const EVERYTHING: BoardQuery = {
  queue: "all",
  q: "",
  choices: EMPTY_CHOICES,
  left: null,
  changed: false,
  numbers: [],
  list: null,
  sort: [],
  group: null,
  cols: "",
  view: null,
};

/** Former names of queues, used in old links and saved views. */
const FORMER_QUEUE_IDS: ReadonlyMap<string, QueueId> = new Map([["chase-due", "follow-up-due"]]);

function readQueue(value: string | null, notify: NoteProblem): QueueId {
  const queue = FORMER_QUEUE_IDS.get(value ?? "") ?? QUEUE_IDS.find((id) => id === value);
  if (value !== null && !queue)
    notify("queue", value, `unknown queue; expected one of ${QUEUE_IDS.join(", ")}`);
  return queue ?? "all";
}

function readChoice(id: ChoiceId, values: readonly string[], notify: NoteProblem): string[] {
  const fixed = boardFilter(id).values;
  const read = (value: string) => {
    if (fixed && !Object.hasOwn(fixed, value))
      return notify(id, value, `expected one of ${Object.keys(fixed).join(", ")}`);
    return id === "field" && !readFieldFilter(value) ? notify(id, value, EXPECTED_FIELD) : value;
  };
  return readSeveral(id, values, read, notify);
}

/** Reads a range of days left: "-2..3", "..0", "4..", "1". */
function readRange(text: string | null, notify: NoteProblem): DayRange | null {
  if (text === null || text === "") return null;
  const [, from = "", dots, to = ""] = /^(-?\d{1,3})?(\.\.)?(-?\d{1,3})?$/.exec(text) ?? [];
  const wrong = (message: string) => notify("left", text, message);
  if (from === "" && to === "") return wrong("expected days as “0..3”, “..-1” or “4..”");
  if (!dots && to !== "") return wrong("expected two dots between days");
  const range = {
    from: from === "" ? null : Number(from),
    to: to === "" ? (dots ? null : Number(from)) : Number(to),
  };
  if (range.from !== null && range.to !== null && range.from > range.to)
    return wrong("the start is after the end");
  if (Math.abs(range.from ?? 0) > FARTHEST_DAY) return wrong("out of range");
  return range;
}

function readNumbers(text: string | null, notify: NoteProblem): string[] {
  const stored = new Set<string>();
  for (const part of text ? text.split(",") : []) {
    const number = normalizeNumber(part);
    if (!/^[A-Z]{4}\d{7}$/.test(number)) notify("numbers", part, "not a container number");
    else if (stored.size === MAX_NUMBERS_IN_ADDRESS)
      notify("numbers", part, `at most ${MAX_NUMBERS_IN_ADDRESS} numbers; paste longer lists on the board`);
    else stored.add(number);
  }
  return [...stored];
}

function readId(place: string, text: string | null, notify: NoteProblem): string | null {
  if (text === null || text === "") return null;
  return ID.test(text) ? text : notify(place, text, "invalid ID");
}

/**
 * Reads a board's address. Each parameter is checked separately: an invalid one is not set, and is reported in
 * `problems` with its path. `also` names the parameters of other features.
 */
export function readBoardQuery(
  params: URLSearchParams,
  also: readonly string[] = [],
): { query: BoardQuery; problems: AddressProblem[] } {
  const { problems, report } = beginAddress(params, { known: KNOWN, also, list: "the board" });
  const { sort, wrong } = parseSort(params.get("sort") ?? "");
  for (const part of wrong) report("sort", part, "not a sortable column, or listed twice");
  const group = BOARD_GROUPS.find((id) => id === params.get("group")) ?? null;
  if (params.get("group") && !group)
    report("group", params.get("group") ?? "", `expected one of ${BOARD_GROUPS.join(", ")}`);
  const changed = params.get("changed");
  if (changed && changed !== "1") report("changed", changed, "expected 1");
  const choices = { ...EMPTY_CHOICES };
  for (const id of CHOICES) choices[id] = readChoice(id, params.getAll(id), report);
  const query: BoardQuery = {
    queue: readQueue(params.get("queue"), report),
    q: readText("q", params.get("q"), MAX_SEARCH, report),
    choices,
    left: readRange(params.get("left"), report),
    changed: changed === "1",
    numbers: readNumbers(params.get("numbers"), report),
    list: readId("list", params.get("list"), report),
    sort,
    group,
    cols: readText("cols", params.get("cols"), MAX_COLS, report),
    view: readId("view", params.get("view"), report),
  };
  return { query, problems };
}

export const formatRange = ({ from, to }: DayRange): string =>
  from !== null && from === to ? String(from) : `${from ?? ""}..${to ?? ""}`;

/**
 * Returns the parameters of a query, for the address and the row route. Contains only the values that are set, always
 * in the same order.
 */
export function boardParams(query: BoardQuery): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | null) => {
    if (value) params.set(name, value);
  };
  set("view", query.view);
  if (query.queue !== "all") params.set("queue", query.queue);
  set("q", query.q);
  for (const id of CHOICES) for (const value of query.choices[id]) params.append(id, value);
  set("left", query.left && formatRange(query.left));
  set("changed", query.changed ? "1" : null);
  set("numbers", query.numbers.join(","));
  set("list", query.list);
  set("sort", formatSort(query.sort));
  set("group", query.group);
  set("cols", query.cols);
  return params;
}

/** Returns the path of the board for an address that `boardParams` wrote. */
export const boardAt = (address: string): string => (address === "" ? "/board" : `/board?${address}`);

export const boardHref = (query: BoardQuery): string => boardAt(boardParams(query).toString());

/** Returns `query` without its filters. Its queue, order, group, columns and view stay. */
export const widened = (query: BoardQuery): BoardQuery => ({
  ...EVERYTHING,
  queue: query.queue,
  sort: query.sort,
  group: query.group,
  cols: query.cols,
  view: query.view,
});

/** Whether a filter narrows the queue. */
export function isNarrowed(query: BoardQuery): boolean {
  return (
    query.q !== "" ||
    query.left !== null ||
    query.changed ||
    query.numbers.length > 0 ||
    query.list !== null ||
    CHOICES.some((id) => query.choices[id].length > 0)
  );
}

/** Returns the chip label of a range of days left. */
export function rangeText({ from, to }: DayRange): string {
  const days = (count: number) => `${count} ${Math.abs(count) === 1 ? "day" : "days"}`;
  if (from === null) return to === -1 ? "past LFD" : `at most ${days(to ?? 0)}`;
  if (to === null) return `at least ${days(from)}`;
  return from === to ? days(from) : `${from} to ${days(to)}`;
}

/** Returns the chip label of a value that is not in a fixed list. */
export function valueText(id: ChoiceId, value: string): string {
  if (id === "status") return statusLabel(value);
  if (id === "field") return fieldFilterText(value);
  return boardFilter(id).values?.[value] ?? value;
}
