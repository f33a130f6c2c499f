import { z } from "zod";
import { type Figure, percentileFigures } from "@/bench/harness/figures";
import { sized } from "@/bench/harness/smoke";
import { CONNECTIONS, loadOf, timeInTurn } from "@/bench/harness/time-requests";
import { PAGE_SIZE } from "@/components/board/page-data";
import { QUEUE_IDS } from "@/lib/domain/board-row/queues";
import { type BoardQuery, boardParams, EVERYTHING } from "@/lib/features/board/rules/board-address";
import type { ChoiceId } from "@/lib/features/board/rules/filters";
import type { SortBy } from "@/lib/features/board/rules/sort-orders";
import type { Reader } from "./reader";

const GOALS_MS = { 1: 15, 8: 60 } as const;
const WARM_UP = sized(60, 1);
const ROUNDS = sized(4, 1);
/** Above this many containers each of the mixed views is requested about once: those that sort all rows take seconds. */
const MANY = 100_000;
const REQUESTS = sized({ 1: 75, 8: 150 }, { 1: 3, 8: 8 });

/** A board query for a test: filters with one value each, and one sort column. */
export type BoardRead = Partial<Record<ChoiceId, string>> &
  Partial<Pick<BoardQuery, "queue" | "q" | "group" | "left">> & { sort?: SortBy };

/** Converts a test's query to the board's query. */
export function queryOf({ queue, q, group, left, sort, ...values }: BoardRead): BoardQuery {
  const choices = Object.entries(values).map(([id, value]) => [id, [value]]);
  return {
    ...EVERYTHING,
    queue: queue ?? "all",
    q: q ?? "",
    group: group ?? null,
    left: left ?? null,
    sort: sort ? [sort] : [],
    choices: { ...EVERYTHING.choices, ...Object.fromEntries(choices) },
  };
}

/** The URL of a page of rows, as the board requests it. */
export function rowsPath(requested: BoardRead, offset = 0): string {
  const params = boardParams(queryOf(requested));
  params.set("offset", String(offset));
  params.set("limit", String(PAGE_SIZE));
  return `/api/board?${params}`;
}

const rowsSchema = z.object({
  rows: z.array(z.object({ id: z.string(), number: z.string() })),
  total: z.number().nullable(),
});

/** Reads a page of rows and returns its ids and numbers, in order. */
export const readRows = async (reader: Reader, requested: BoardRead, offset = 0) =>
  rowsSchema.parse(await reader.read(rowsPath(requested, offset)));

const facetSchema = z.array(z.object({ value: z.string(), label: z.string(), count: z.number() }));
const facetsSchema = z.object({
  terminals: facetSchema,
  lines: facetSchema,
  ports: facetSchema,
  statuses: facetSchema,
  carriers: facetSchema,
  customers: facetSchema,
});
export type Facets = z.infer<typeof facetsSchema>;

export const readFacets = async (reader: Reader): Promise<Facets> =>
  facetsSchema.parse(await reader.read("/api/board/facets"));

/** Typical board requests of dispatchers: queues, filters, searches, sort orders and later pages. */
export async function listMixedPaths(reader: Reader): Promise<string[]> {
  const facets = await readFacets(reader);
  const { total } = await readRows(reader, {});
  if (total === null) throw new Error("the whole board has no total");
  const at = (share: number) => Math.floor(total * share);
  const { rows } = await readRows(reader, {}, at(0.3));
  const values = (facet: keyof Facets, max: number) => facets[facet].slice(0, max).map(({ value }) => value);
  const sorts = ["container", "deadline", "terminal", "eta", "customer", "checked", "appointment"] as const;
  const numbers = rows.slice(0, 8).map(({ number }) => number);
  return [
    ...QUEUE_IDS.map((queue) => rowsPath({ queue })),
    ...values("terminals", 6).map((terminal) => rowsPath({ terminal })),
    ...values("lines", 4).map((line) => rowsPath({ line, queue: "pull-today" })),
    ...values("ports", 3).map((port) => rowsPath({ port, status: "available" })),
    ...values("carriers", 4).map((carrier) => rowsPath({ carrier })),
    ...numbers.map((number, place) =>
      rowsPath({ q: place % 2 ? number.slice(4) : `${number.slice(0, 4)} ${number.slice(4, 7)}` }),
    ),
    ...["SO-1000", "PO-12", "MAEU7000", "nothing at all"].map((q) => rowsPath({ q })),
    ...sorts.flatMap((by) => [false, true].map((descending) => rowsPath({ sort: { by, descending } }))),
    ...[0.01, 0.05, 0.2, 0.5, 0.9].map((share) => rowsPath({}, at(share))),
    ...(["terminal", "carrier"] as const).map((group) => rowsPath({ group })),
    rowsPath({ left: { from: null, to: 2 } }),
    ...[0.1, 0.4].map((share) => rowsPath({ sort: { by: "eta", descending: true } }, at(share))),
  ];
}

/** Times the board's JSON, alternating with the bare server that runs the same queries. */
export async function measureJsonReads(
  reader: Reader,
  floorUrl: string,
  containers: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const floor = { baseUrl: floorUrl, headers: reader.headers };
  const mixed = await listMixedPaths(reader);
  const views = { "default view": [rowsPath({})], "mixed views": mixed };
  for (const [view, paths] of Object.entries(views)) {
    for (const connections of CONNECTIONS) {
      const { run, floorRun } = await timeInTurn(reader, floor, {
        paths,
        connections,
        warmUp: containers > MANY ? 1 : WARM_UP,
        rounds: containers > MANY ? 1 : ROUNDS,
        requests: () => (containers > MANY ? Math.max(60, paths.length) : REQUESTS[connections]),
      });
      const { title, goal } = loadOf(`JSON, ${view}`, connections, GOALS_MS);
      figures.push(...percentileFigures(title, run.samples, { goal, floor: floorRun.samples }));
    }
  }
  return figures;
}
