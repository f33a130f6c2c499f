import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { boardCondition, type Reader, readBoardFilter } from "@/lib/features/board/queries/filter-sql";
import { boardOrder } from "@/lib/features/board/queries/row-order";
import { findMatches, readAsked } from "@/lib/features/search/queries/find-numbers";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

/** The position of a container in the list that the user came from. Ids are null at the ends. `place` counts from 1. */
export type Adjacent = { previous: string | null; next: string | null; place: number; total: number };

/** The parsed address of a list that opened a container: the board, the search results or a shipment. */
export type ListAddress =
  | { page: "board"; query: Record<string, string | string[]> }
  | { page: "find"; query: string }
  | { page: "shipment"; id: string };

const LONGEST = 8_000;

/** Parses the list address in a link. Null for any other address. */
export function readListAddress(from: string | undefined): ListAddress | null {
  if (!from || from.length > LONGEST || !/^\/(?!\/)/.test(from) || from.includes("\0")) return null;
  const base = "http://dashboard.invalid";
  if (!URL.canParse(from, base)) return null;
  const { origin, pathname, searchParams } = new URL(from, base);
  if (origin !== base) return null;
  if (pathname === "/find") return { page: "find", query: readAsked(searchParams.get("q") ?? "") };
  if (pathname === "/board") {
    const query: Record<string, string | string[]> = {};
    for (const name of new Set(searchParams.keys())) {
      const values = searchParams.getAll(name);
      query[name] = values.length > 1 ? values : (values[0] ?? "");
    }
    return { page: "board", query };
  }
  const [, shipment] = /^\/shipments\/([^/]+)$/.exec(pathname) ?? [];
  try {
    return shipment ? { page: "shipment", id: decodeURIComponent(shipment) } : null;
  } catch {
    return null;
  }
}

/** Returns the rows of a list and their order, as SQL on board_rows. */
function rowsOf(
  list: Exclude<ListAddress, { page: "find" }>,
  now: Date,
  reader: Reader,
): { where: SQL; order: SQL } {
  if (list.page === "shipment")
    return {
      where: sql`container_id in (select id from containers where shipment_id = ${list.id})`,
      order: sql`number, container_id`,
    };
  const query = readBoardFilter(list.query);
  return { where: boardCondition(query, now, reader), order: boardOrder(query) };
}

/** For a searched number, uses the order and the limit of the search page. */
async function adjacentFound(
  executor: Executor,
  containerId: string,
  requested: string,
): Promise<Adjacent | null> {
  if (requested === "") return null;
  const ids = (await findMatches(executor, requested)).matches.flatMap(({ page, id }) =>
    page === "container" ? id : [],
  );
  const at = ids.indexOf(containerId);
  if (at < 0) return null;
  return { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null, place: at + 1, total: ids.length };
}

const adjacentSchema = z.object({
  previous: z.string().nullable(),
  next: z.string().nullable(),
  place: z.number(),
  total: z.number(),
});

/**
 * Finds the previous and next container in a list, for `reader` at `now`. Null when the container is not or no longer
 * in the list.
 */
export async function findAdjacent(
  executor: Executor,
  containerId: string,
  list: ListAddress,
  now: Date,
  reader: Reader = null,
): Promise<Adjacent | null> {
  if (list.page === "find") return adjacentFound(executor, containerId, list.query);
  const { where, order } = rowsOf(list, now, reader);
  const rows = await queryRows(
    executor,
    adjacentSchema,
    sql`
      select previous, next, place::int, total::int from (
        select container_id, lag(container_id) over listed as previous, lead(container_id) over listed as next,
          row_number() over listed as place, count(*) over () as total
        from board_rows where ${where} window listed as (order by ${order})
      ) listed where container_id = ${containerId}`,
  );
  return rows[0] ?? null;
}
