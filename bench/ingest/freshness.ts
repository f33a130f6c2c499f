import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/database/client";

const EVERY_MS = 100;

/**
 * Reads the data time of each container ten times a second. When stopped, it returns a lookup: the epoch ms at which a
 * container first had data as of a given time or later. Null: never.
 */
export function watchFreshness(db: Database) {
  const seen = new Map<string, { at: number; asOf: number }[]>();
  let watching = true;
  const watch = async () => {
    while (watching) {
      const { rows } = await db.execute<{ id: string; as_of: number }>(sql`
        select id, (extract(epoch from greatest(carrier_as_of, terminal_as_of, rail_as_of)) * 1000)::float8 as as_of
        from containers`);
      const at = Date.now();
      for (const { id, as_of: asOf } of rows) {
        const known = seen.get(id) ?? [];
        if (asOf > (known.at(-1)?.asOf ?? Number.NEGATIVE_INFINITY)) seen.set(id, [...known, { at, asOf }]);
      }
      await pause(EVERY_MS);
    }
  };
  const ended = watch();
  return {
    async stop(): Promise<(container: string, asOfMs: number) => number | null> {
      watching = false;
      await ended;
      return (container, asOfMs) => seen.get(container)?.find(({ asOf }) => asOf >= asOfMs)?.at ?? null;
    },
  };
}
