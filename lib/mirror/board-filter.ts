import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { QUEUE_IDS } from "@/lib/dispatch/queues";
import { type Address, plainText, readAddress } from "./address";
import { containing } from "./like";

/** Columns a board can be sorted by; each with the SQL that orders it, rows without a value last. */
const SORTS = {
  deadline: sql`governing_ends_at`,
  container: sql`number`,
  line: sql`line`,
  terminal: sql`terminal`,
  status: sql`status`,
  customer: sql`customer`,
  vessel: sql`vessel`,
  eta: sql`eta_at`,
  appointment: sql`appointment_at`,
  carrier: sql`nullif(carrier_names, '')`,
  charges: sql`charges`,
  out: sql`gate_out_at`,
  checked: sql`checked_at`,
} as const;

type BoardSort = keyof typeof SORTS;

const choice = plainText(200).optional();

/**
 * What the board's address asks for. `sort` is a column, with "-" before it for descending; `line` is a SCAC, `port`
 * a UN/LOCODE, `terminal` a name, `status` a current_status, `carrier` a party's id.
 */
export const boardFilterSchema = z.object({
  queue: z.enum(QUEUE_IDS).default("all"),
  q: plainText(200).default(""),
  terminal: choice,
  line: choice,
  port: choice,
  status: choice,
  carrier: choice,
  sort: z
    .string()
    .regex(/^-?[a-z]+$/)
    .refine((sort) => Object.hasOwn(SORTS, sort.replace("-", "")), {
      error: `expected one of ${Object.keys(SORTS).join(", ")}`,
    })
    .optional(),
});
export type BoardFilter = z.infer<typeof boardFilterSchema>;

export const boardPageSchema = boardFilterSchema.extend({
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export type BoardPage = z.infer<typeof boardPageSchema>;

/** Columns of a queue's window; `all` has none. */
const windowColumns = (queue: string) => {
  const name = queue.replaceAll("-", "_");
  return { from: sql.raw(`${name}_from`), to: sql.raw(`${name}_to`) };
};

/** Whether `now` lies in a queue's window: [from, to), an absent bound is open. */
export function inWindow(queue: string, now: Date): SQL {
  if (queue === "all") return sql`true`;
  const { from, to } = windowColumns(queue);
  return sql`((${from} is null or ${from} <= ${now}) and (${to} is null or ${to} > ${now}))`;
}

/** What narrows a queue, as conditions on board_rows. Search ignores case, spaces and dashes. */
function narrowings(filter: BoardFilter): SQL[] {
  const conditions: SQL[] = [];
  const searched = normalizeNumber(filter.q);
  if (searched) conditions.push(sql`search like ${containing(searched)}`);
  if (filter.terminal) conditions.push(sql`terminal = ${filter.terminal}`);
  if (filter.line) conditions.push(sql`line = ${filter.line}`);
  if (filter.port) conditions.push(sql`port = ${filter.port}`);
  if (filter.status) conditions.push(sql`status = ${filter.status}`);
  if (filter.carrier) conditions.push(sql`${filter.carrier} = any(carrier_ids)`);
  return conditions;
}

/** Whether a filter lets through fewer rows than its queue holds. */
export const isNarrowed = (filter: BoardFilter): boolean => narrowings(filter).length > 0;

/** The rows a filter lets through, as a condition on board_rows. */
export function boardCondition(filter: BoardFilter, now: Date): SQL {
  return sql.join([inWindow(filter.queue, now), ...narrowings(filter)], sql` and `);
}

const DEFAULT_ORDER = sql`picked_up, governing_ends_at asc nulls last, no_appointment desc, held desc, number collate "C", container_id collate "C"`;

/** The order of the rows: the default of desk.md, or one column with the default behind it. */
export function boardOrder(sort: string | undefined): SQL {
  if (!sort) return DEFAULT_ORDER;
  const name = sort.replace("-", "");
  const column = Object.hasOwn(SORTS, name) ? SORTS[name as BoardSort] : SORTS.deadline;
  const direction = sort.startsWith("-") ? sql`desc nulls last` : sql`asc nulls last`;
  return sql`${column} ${direction}, ${DEFAULT_ORDER}`;
}

/** The filter an address asks for; what is not a filter's value is passed over. */
export const readBoardFilter = (address: Address): BoardFilter => readAddress(boardFilterSchema, address);
