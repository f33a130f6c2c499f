import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Money } from "@/lib/domain/charges/money";
import type { BoardGroup, BoardQuery } from "@/lib/features/board/rules/board-address";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { boardCondition, inWindow, type Reader } from "./filter-sql";
import { groupValue } from "./row-order";

/**
 * One group of the board: its number of containers and its subtotals. `value` is null for containers without a value.
 */
export type GroupSum = {
  value: string | null;
  containers: number;
  ready: number;
  held: number;
  expired: number;
  /** Reported charges by currency. The currency is null where the service names none. */
  charges: Money[];
};

const groupSumSchema = z.object({
  value: z.string().nullable(),
  containers: z.number(),
  ready: z.number(),
  held: z.number(),
  expired: z.number(),
  charges: z.array(z.object({ currency: z.string().nullable(), minor: z.number() })),
});

/** Lists the groups of a query in row order, each with its subtotals over all its containers. */
export async function listGroups(
  executor: Executor,
  query: BoardQuery,
  group: BoardGroup,
  now: Date,
  reader: Reader = null,
): Promise<GroupSum[]> {
  const value = groupValue(group);
  return queryRows(
    executor,
    groupSumSchema,
    sql`
      with same as materialized (
        -- Reads the rows of the board once. Few sums of charges differ.
        select ${value} as value, charge_sums, count(*) as containers, count(*) filter (where readiness = 'ready') as ready,
          count(*) filter (where held) as held, count(*) filter (where ${inWindow("expired", now)}) as expired
        from board_rows where ${boardCondition(query, now, reader)} group by 1, 2
      ), money as (
        select value, json_agg(json_build_object('currency', currency, 'minor', minor) order by currency nulls last) as charges
        from (
          select value, charge.currency, sum(charge.minor * containers)::bigint as minor from same
            cross join lateral jsonb_to_recordset(charge_sums) as charge (currency text, minor bigint)
          where charge_sums <> '[]' group by 1, 2
        ) sums group by value
      ), counted as (
        select value, sum(containers)::int as containers, sum(ready)::int as ready, sum(held)::int as held,
          sum(expired)::int as expired
        from same group by value
      )
      select counted.*, coalesce(money.charges, '[]') as charges
      from counted left join money on money.value is not distinct from counted.value
      order by counted.value asc nulls last`,
  );
}
