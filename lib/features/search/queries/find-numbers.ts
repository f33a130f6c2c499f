import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { numberCandidates } from "@/lib/features/search/rules";
import type { Executor } from "@/lib/platform/database/client";
import { containing, MIN_INDEXED_PART } from "@/lib/platform/database/like-pattern";
import { queryRows } from "@/lib/platform/database/rows";

/** A container or shipment that matches a number. `status` and `line` contain the values of the service. */
export type Match =
  | { page: "container"; id: string; number: string; status: string | null; terminal: string | null }
  | { page: "shipment"; id: string; number: string; line: string | null; containers: number };

/**
 * The best matches of a number, all of equal rank. `more` is true when there are further matches, `whole` when the whole
 * number matches.
 */
export type Found = { matches: Match[]; more: boolean; whole: boolean };

/** The board shows longer lists. */
export const MAX_FOUND = 50;
const MAX_REQUESTED = 200;

/** Reads the search text from an address. */
export const readAsked = (q: string): string => q.replaceAll("\0", "").slice(0, MAX_REQUESTED).trim();

const SHIPMENT_IDS = (number: string): SQL => sql`
  select id from shipments where search_keys @> array[${number}]
  union select shipment_id from tracking_requests where number_key = ${number} and shipment_id is not null`;

type Ids = { containers: SQL | null; shipments: SQL | null; part?: true };

/**
 * Queries for the whole number, best tier first: container number, then shipment, booking or shipment reference, then
 * container reference.
 */
const exact = (number: string): Ids[] => [
  { containers: sql`select id from containers where number_key = ${number}`, shipments: null },
  { containers: null, shipments: SHIPMENT_IDS(number) },
  { containers: sql`select id from containers where reference_keys @> array[${number}]`, shipments: null },
];

/** The board's search has an index for parts of at least three characters, the containers' numbers have none. */
const partOfContainer = (number: string): Ids => {
  const part = containing(number);
  const indexed = sql`
    select c.id from board_rows found join containers c on c.id = found.container_id
    where found.search like ${part} and c.number_key like ${part}`;
  const others = sql`select id from containers where number_key like ${part}`;
  return {
    containers: number.length < MIN_INDEXED_PART ? others : indexed,
    shipments: null,
    part: true,
  };
};
const partOfShipment = (number: string): Ids => ({
  containers: null,
  shipments: sql`select id from shipments where bill_of_lading_key like ${containing(number)}`,
  part: true,
});

const containerMatchSchema = z.object({
  page: z.literal("container"),
  id: z.string(),
  number: z.string(),
  status: z.string().nullable(),
  terminal: z.string().nullable(),
});

async function readContainers(executor: Executor, ids: SQL): Promise<Match[]> {
  return queryRows(
    executor,
    containerMatchSchema,
    sql`
      select 'container' as page, b.container_id as id, b.number, b.row #>> '{status,label}' as status, b.terminal
      from board_rows b where b.container_id in (${ids})
      order by b.picked_up, b.number, b.container_id limit ${MAX_FOUND + 1}`,
  );
}

const shipmentMatchSchema = z.object({
  page: z.literal("shipment"),
  id: z.string(),
  number: z.string(),
  line: z.string().nullable(),
  containers: z.number(),
});

async function readShipments(executor: Executor, ids: SQL): Promise<Match[]> {
  return queryRows(
    executor,
    shipmentMatchSchema,
    sql`
      select 'shipment' as page, s.id, coalesce(s.attributes ->> 'bill_of_lading_number', '') as number,
        coalesce(s.attributes ->> 'shipping_line_short_name', s.attributes ->> 'shipping_line_scac') as line,
        (select count(*)::int from containers c where c.shipment_id = s.id) as containers
      from shipments s where s.id in (${ids})
      order by number, s.id limit ${MAX_FOUND + 1}`,
  );
}

/**
 * Returns the best matches of a container, BOL, booking or reference number, in the order of the live product: exact
 * container, exact shipment or reference, partial container, partial shipment (supplement.md, Deep links). Case,
 * spaces, dashes and text around a whole number are ignored. The service may store the number without its SCAC. Equal
 * matches are all returned.
 */
export async function findMatches(executor: Executor, q: string): Promise<Found> {
  const { numbers: requested, within } = numberCandidates(q);
  const tiers = [
    ...[...requested, ...within].flatMap(exact),
    ...requested.map(partOfContainer),
    ...requested.map(partOfShipment),
  ];
  for (const { containers, shipments, part } of tiers) {
    const found = containers
      ? await readContainers(executor, containers)
      : shipments
        ? await readShipments(executor, shipments)
        : [];
    if (found.length > 0)
      return { matches: found.slice(0, MAX_FOUND), more: found.length > MAX_FOUND, whole: !part };
  }
  return { matches: [], more: false, whole: false };
}
