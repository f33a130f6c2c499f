import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { BoardGroup, BoardQuery } from "@/lib/features/board/rules/board-address";
import {
  type BoardSort,
  effectiveSort,
  type IndexedSort,
  indexedSort,
} from "@/lib/features/board/rules/sort-orders";

/** The sortable columns of a board, each with its SQL order. Rows without a value are last. */
const SORTS: Record<BoardSort, SQL> = {
  deadline: sql`governing_ends_at`,
  container: sql`number`,
  line: sql`line`,
  terminal: sql`terminal`,
  ready: sql`array_position(array['ready', 'held', 'not_available', 'unknown', 'not_discharged', 'in_transit'], readiness)`,
  status: sql`status`,
  customer: sql`customer`,
  vessel: sql`vessel`,
  eta: sql`eta_at`,
  appointment: sql`appointment_at`,
  carrier: sql`nullif(carrier_names, '')`,
  charges: sql`charges`,
  out: sql`gate_out_at`,
  return: sql`return_due_at`,
  checked: sql`checked_at`,
  plannedPickup: sql`planned_pickup_at`,
  plannedDelivery: sql`planned_delivery_at`,
  plannedReturn: sql`planned_return_at`,
  nextMove: sql`next_move_at`,
  driver: sql`driver`,
  followUp: sql`follow_up_at`,
  // Those that the team must act on come first.
  workOrder: sql`array_position(array['declined', 'expired', 'changed', 'sent', 'accepted'],
    case when work_order_state in ('sent', 'changed') and work_order_expires_at <= now() then 'expired'
      else work_order_state end)`,
};

/** The SQL expression of each group: one value per container, null without a value. */
const GROUPS: Record<BoardGroup, SQL> = {
  terminal: sql`terminal`,
  line: sql`line_name`,
  carrier: sql`nullif(carrier_names, '')`,
  customer: sql`customer`,
  vessel: sql`vessel`,
};

export const groupValue = (group: BoardGroup): SQL => GROUPS[group];

/** One key of an order. A key without `nullable` is never null. Null values are last in both directions. */
interface OrderKey {
  of: SQL;
  type: "boolean" | "text" | "timestamptz";
  descending?: true;
  nullable?: true;
}

/** By time left (`compareBoardRows`). The index `board_rows_default_order` serves it. */
const DEFAULT_KEYS: readonly OrderKey[] = [
  { of: sql`picked_up`, type: "boolean" },
  { of: sql`governing_ends_at`, type: "timestamptz", nullable: true },
  { of: sql`no_appointment`, type: "boolean", descending: true },
  { of: sql`held`, type: "boolean", descending: true },
  { of: sql`number collate "C"`, type: "text" },
  { of: sql`container_id collate "C"`, type: "text" },
];

/** The keys of indexed sorts, before those of the default order. Picked-up containers have no deadline. */
const INDEXED: Record<IndexedSort, readonly OrderKey[]> = {
  "": [],
  deadline: [],
  container: [{ of: SORTS.container, type: "text" }],
  "-container": [{ of: SORTS.container, type: "text", descending: true }],
  eta: [{ of: SORTS.eta, type: "timestamptz", nullable: true }],
  "-eta": [{ of: SORTS.eta, type: "timestamptz", nullable: true, descending: true }],
  nextMove: [{ of: SORTS.nextMove, type: "timestamptz", nullable: true }],
  followUp: [{ of: SORTS.followUp, type: "timestamptz", nullable: true }],
  return: [{ of: SORTS.return, type: "timestamptz", nullable: true }],
};

/** The parts of a query that determine the order of its rows. */
export type Order = Pick<BoardQuery, "queue" | "sort" | "group">;

/** The keys of an order that an index serves. Null for other orders, which sort all matching rows. */
function indexedKeys(order: Order): readonly OrderKey[] | null {
  const indexed = order.group === null ? indexedSort(order) : undefined;
  return indexed === undefined ? null : [...INDEXED[indexed], ...DEFAULT_KEYS];
}

/** Whether an index serves the order, so that its first rows are found without reading all. */
export const isIndexedOrder = (order: Order): boolean => indexedKeys(order) !== null;

const orderOf = ({ of, descending, nullable }: OrderKey): SQL =>
  sql`${of} ${sql.raw(descending ? "desc" : "asc")}${sql.raw(nullable ? " nulls last" : "")}`;

/** Returns the row order: by group, then by the requested columns or those of the queue, then by time left. */
export function boardOrder(order: Order): SQL {
  const indexed = indexedKeys(order);
  if (indexed) return sql.join(indexed.map(orderOf), sql`, `);
  const parts = effectiveSort(order).map(({ by, descending }) =>
    descending ? sql`${SORTS[by]} desc nulls last` : sql`${SORTS[by]} asc nulls last`,
  );
  if (order.group) parts.unshift(sql`${GROUPS[order.group]} asc nulls last`);
  return sql.join([...parts, ...DEFAULT_KEYS.map(orderOf)], sql`, `);
}

/** SQL: the values of a row's keys, a JSON array. Null where no index serves the order. */
export function rowPosition(order: Order): SQL {
  const keys = indexedKeys(order);
  return keys
    ? sql`jsonb_build_array(${sql.join(
        keys.map(({ of }) => of),
        sql`, `,
      )})`
    : sql`null::jsonb`;
}

const VALUES = {
  boolean: z.boolean(),
  text: z.string().regex(/^[^\0]*$/),
  timestamptz: z.iso.datetime({ offset: true }),
} as const;
const jsonSchema = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("not JSON");
    return z.NEVER;
  }
});

/** Positions with longer values are not used: they are part of an address. */
const MAX_POSITION = 2_000;

/**
 * The rows after a position (`rowPosition`, JSON text), as conditions on board_rows: each is a range of an index, and their
 * rows follow each other. Null if the text is no position of this order, or too long.
 */
export function rowsAfter(order: Order, position: string): SQL[] | null {
  const keys = indexedKeys(order);
  if (!keys || position.length > MAX_POSITION) return null;
  const schema = z.tuple([]).rest(z.unknown());
  const json = jsonSchema.pipe(schema).safeParse(position);
  if (!json.success || json.data.length !== keys.length) return null;
  const parts: SQL[] = [];
  const same: SQL[] = [];
  for (const [at, key] of keys.entries()) {
    const { of, type, descending, nullable } = key;
    const value = VALUES[type].nullable().safeParse(json.data[at]);
    if (!value.success || (value.data === null && !nullable)) return null;
    if (value.data === null) {
      same.push(sql`${of} is null`);
      continue;
    }
    const bound = sql`${value.data}::${sql.raw(type)}`;
    const after = [sql`${of} ${sql.raw(descending ? "<" : ">")} ${bound}`];
    if (nullable) after.push(sql`${of} is null`);
    // Rows that share more keys with the position come first.
    parts.unshift(...after.map((condition) => sql.join([...same, condition], sql` and `)));
    same.push(sql`${of} = ${bound}`);
  }
  return parts;
}
