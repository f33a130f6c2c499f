import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { normalizeNumber } from "@/lib/contract/container-number";
import { searchWords } from "@/lib/domain/board-row/search-text";
import { inRankOrder, type RankedMatch, rankNumbers, type SearchMatch } from "@/lib/features/search/rules";
import type { Executor } from "@/lib/platform/database/client";
import { containing, MIN_INDEXED_PART } from "@/lib/platform/database/like-pattern";
import { queryRows } from "@/lib/platform/database/rows";
import { joined } from "@/lib/platform/text/bidi";
import { findNames, findNotes, findViews } from "./find-names";

const MAX_WORDS = 8;

const startingWith = (text: string) => containing(text).slice(1);

/** Reads the best `limit` rows: those of the first condition, then those of the next. */
async function firstOf<T extends { id: string }>(
  conditions: readonly SQL[],
  limit: number,
  read: (condition: SQL) => Promise<T[]>,
): Promise<T[]> {
  const found = new Map<string, T>();
  for (const condition of conditions) {
    if (found.size >= limit) break;
    for (const row of await read(condition)) if (!found.has(row.id)) found.set(row.id, row);
  }
  return [...found.values()].slice(0, limit);
}

const containerSchema = z.object({
  id: z.string(),
  number: z.string(),
  keys: z.string(),
  status: z.string().nullable(),
  terminal: z.string().nullable(),
  billOfLading: z.string().nullable(),
  references: z.array(z.string()),
});

async function findContainers(executor: Executor, number: string, limit: number): Promise<RankedMatch[]> {
  const exact = sql`
    container_id in (
      select id from containers where number_key = ${number}
      union select id from containers where reference_keys @> array[${number}]
      union select c.id from shipments s join containers c on c.shipment_id = s.id
        where s.search_keys @> array[${number}])`;
  const part = number.length < MIN_INDEXED_PART ? [] : [sql`search like ${containing(number)}`];
  const rows = await firstOf([exact, sql`number like ${startingWith(number)}`, ...part], limit, (condition) =>
    queryRows(
      executor,
      containerSchema,
      sql`
          select container_id as id, number, search as keys, row #>> '{status,label}' as status, terminal,
            row ->> 'billOfLading' as "billOfLading", coalesce(row -> 'references', '[]') as references
          from board_rows where ${condition} limit ${limit}`,
    ),
  );
  return rows.map(({ id, number: name, keys, status, terminal, billOfLading, references }) => {
    const byOther = [billOfLading ?? "", ...references].find((text) =>
      normalizeNumber(text).includes(number),
    );
    const found = normalizeNumber(name).includes(number) ? null : byOther;
    return {
      kind: "container",
      id,
      name,
      note: joined([found, status, terminal]),
      address: "",
      containers: null,
      rank: rankNumbers(keys.split(" "), number),
    };
  });
}

const shipmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string(),
  keys: z.array(z.string()),
  containers: z.number(),
});

async function findShipments(executor: Executor, number: string, limit: number): Promise<RankedMatch[]> {
  const part = number.length < MIN_INDEXED_PART ? [] : [sql`bill_of_lading_key like ${containing(number)}`];
  const rows = await firstOf(
    [sql`search_keys @> array[${number}]`, sql`bill_of_lading_key like ${startingWith(number)}`, ...part],
    limit,
    (condition) =>
      queryRows(
        executor,
        shipmentSchema,
        sql`
          select id, coalesce(attributes ->> 'bill_of_lading_number', 'no bill of lading yet') as name,
            coalesce(attributes ->> 'shipping_line_short_name', attributes ->> 'shipping_line_scac', '') as note,
            search_keys || bill_of_lading_key as keys,
            (select count(*)::int from containers c where c.shipment_id = shipments.id) as containers
          from shipments where ${condition} limit ${limit}`,
      ),
  );
  return rows.map(({ keys, ...shipment }) => ({
    ...shipment,
    kind: "shipment",
    address: "",
    rank: rankNumbers(keys, number),
  }));
}

/**
 * Finds records by text: containers and shipments by number or reference; customers, vessels, terminals, dray carriers,
 * shipping lines and parties by name; containers by the team's note; the user's views. The kind with the best match is first,
 * with at most `each` results per kind. Case, spaces and dashes of numbers are ignored.
 */
export async function findRecords(
  executor: Executor,
  q: string,
  { reader, each }: { reader: string; each: number },
): Promise<SearchMatch[]> {
  const text = q.replaceAll("\0", "");
  const number = normalizeNumber(text);
  const words = searchWords(text).slice(0, MAX_WORDS);
  const found = await Promise.all([
    number ? findContainers(executor, number, each) : [],
    number ? findShipments(executor, number, each) : [],
    findNames(executor, words),
    findNotes(executor, words),
    findViews(executor, words, reader),
  ]);
  const counts = new Map<string, number>();
  return inRankOrder(found.flat()).filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= each;
  });
}
