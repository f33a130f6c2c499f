import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { boardCounts } from "@/lib/mirror/board-rows/board-counts";
import type { Database } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { countQueues, recountQueues } from "./board";

/** The values that each filter counts, and their label. */
const FILTERS = {
  terminals: [sql`array[terminal]`, sql`''`],
  customers: [sql`array[customer]`, sql`''`],
  vessels: [sql`array[vessel]`, sql`''`],
  lines: [sql`array[line]`, sql`coalesce(line_name, '')`],
  ports: [sql`array[port]`, sql`coalesce(port_name, '')`],
  statuses: [sql`array[status]`, sql`''`],
  holds: [sql`holds`, sql`''`],
  tags: [sql`tags`, sql`''`],
  drivers: [sql`array[driver]`, sql`''`],
  followUpOwners: [sql`array[follow_up_owner]`, sql`''`],
  carriers: [sql`carrier_ids`, sql`''`],
} as const;

const valueSchema = z.object({ value: z.string(), label: z.string(), containers: z.number() });

/** Compares the kept counts at `now` with a count of all rows. Returns what differs, with both. */
export async function findWrongBoardCounts(db: Database, now: Date): Promise<string[]> {
  const compared = await db.transaction(
    async (tx) => {
      const queues = {
        kind: "queues",
        kept: await countQueues(tx, now),
        counted: await recountQueues(tx, now),
      };
      const filters = [];
      for (const [kind, [values, label]] of Object.entries(FILTERS)) {
        const kept = sql`${boardCounts(kind, sql`'-infinity'::timestamptz`)} order by 1, 2`;
        const counted = sql`
          select value, ${label} as label, count(*)::int as containers from board_rows, unnest(${values}) value
          where value is not null group by 1, 2 order by 1, 2`;
        filters.push({
          kind,
          kept: await queryRows(tx, valueSchema, kept),
          counted: await queryRows(tx, valueSchema, counted),
        });
      }
      return [queues, ...filters];
    },
    { isolationLevel: "repeatable read" },
  );
  return compared
    .filter(({ kept, counted }) => !isDeepStrictEqual(kept, counted))
    .map(
      ({ kind, kept, counted }) =>
        `${kind}: kept ${JSON.stringify(kept)}, counted ${JSON.stringify(counted)}`,
    );
}
