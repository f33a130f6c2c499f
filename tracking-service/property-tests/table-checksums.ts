import { z } from "zod";
import type { Store } from "@/tracking-service/store/database";

/** A summary of every table: its row count and the sum of its row hashes. */
export type Contents = Record<string, string>;

const namesSchema = z.array(z.object({ name: z.string() }));
const sumSchema = z.array(z.object({ rows: z.string(), sum: z.string() })).length(1);

/** The last use of a key is not part of the content. */
const NOT_CONTENT = ["last_used_at"];

/** Reads the summary of every table in a service's database. */
export async function contentsOf({ pool }: Store): Promise<Contents> {
  const { rows } = await pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const contents: Contents = {};
  for (const { name } of namesSchema.parse(rows)) {
    const { rows: sums } = await pool.query(
      `select count(*) as rows, coalesce(sum(hashtextextended((to_jsonb(t) - $1::text[])::text, 0)), 0) as sum
       from "${name}" t`,
      [NOT_CONTENT],
    );
    for (const { rows, sum } of sumSchema.parse(sums)) contents[name] = `${rows} rows, ${sum}`;
  }
  return contents;
}

const SETTLE_MS = 10_000;

/** Reads the summary after the service's own loops are idle. */
export async function contentsAtRest(store: Store): Promise<Contents> {
  const deadline = Date.now() + SETTLE_MS;
  let before = await contentsOf(store);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const after = await contentsOf(store);
    if (JSON.stringify(after) === JSON.stringify(before)) return after;
    if (Date.now() > deadline) throw new Error("the service does not come to rest");
    before = after;
  }
}
