import { sql } from "drizzle-orm";
import { z } from "zod";
import { loadAccount } from "@/bench/board/load-account";
import { runBenchmark } from "@/bench/harness/clean-up";
import { openDashboard } from "@/bench/harness/dashboard";
import { type Figure, figure } from "@/bench/harness/figures";
import { openSizedRun } from "@/bench/harness/sized-run";
import { sized } from "@/bench/harness/smoke";
import { step } from "@/scripts/up/progress";

const CONTAINERS = { usual: sized(10_000, 100), min: sized(1_000, 100) };
const TIMEOUT_MS = 900_000;
const sizesSchema = z.array(z.object({ name: z.string(), bytes: z.coerce.number() }));

/**
 * `npm run bench:sizes [-- --containers N]`: measures the storage per container in the dashboard's database, by table
 * with its indexes. Prints a table and writes `bench/results/sizes.json` (`sizes-N.json` for another number of
 * containers).
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { containers, results } = await openSizedRun("sizes", CONTAINERS, onEnd);
  const dashboard = await step("Starting PostgreSQL", () => openDashboard(onEnd));
  await step(`Loading ${containers} containers`, () => loadAccount(dashboard.db, containers, new Date()));
  const { rows } = await dashboard.db.execute(sql`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_total_relation_size(oid) > ${100 * containers}
    order by 2 desc`);
  const sizes = sizesSchema.parse(rows);
  const perContainer = (name: string, bytes: number): Figure =>
    figure({ name: `${name}, a container`, unit: "bytes", value: bytes / containers });
  await results.add(
    ...sizes.map(({ name, bytes }) => perContainer(name, bytes)),
    perContainer(
      "All tables",
      sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    ),
  );
  await results.finish(`Room for ${containers} containers`);
});
