import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runBenchmark } from "@/bench/harness/clean-up";
import { systemEnvironment } from "@/e2e/system/running-system";
import { startSystem } from "@/e2e/system/start-system";
import { removeCluster, startCluster } from "@/lib/platform/postgres/cluster";
import { run } from "@/scripts/test/run";
import { build, findBuildNeed } from "@/scripts/up/build";
import { say, step } from "@/scripts/up/progress";
import { type PoolState, startPgBouncer } from "./pgbouncer";

const TIMEOUT_MS = 1_800_000;
const PLAYWRIGHT = join("node_modules", "@playwright", "test", "cli.js");
/** Sign-in, live changes, several dashboards and workers, exports, jobs and deliveries. */
const SPECS = ["sign-in", "live", "instances", "two-dispatchers", "export", "bulk", "webhook"];
/** The logs of the programs after a run. */
const LOGS = join(".cache", "pooler", "logs");
const SAMPLE_MS = 500;

/**
 * `npm run test:pooler [-- --only SPEC …]`: starts the whole system with PgBouncer in session mode between it and PostgreSQL, and runs
 * browser tests. Prints the most connections that PgBouncer had. Exit code 1 if a test failed.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true, default: SPECS } } });
  const wanted = await findBuildNeed();
  if (wanted !== null && (await build((args, env) => run(process.execPath, args, env), wanted)) !== 0)
    throw new Error("The dashboard could not be built.");
  const work = await mkdtemp(join(tmpdir(), "drayboard-pooler-"));
  onEnd(() => rm(work, { recursive: true, force: true }));
  const dataDir = join(work, "cluster");
  onEnd(() => removeCluster(dataDir));
  const cluster = await step("Starting PostgreSQL", () => startCluster({ dataDir }));
  onEnd(() => cluster.stop());
  for (const database of ["drayboard", "tracking"]) await cluster.ensureDatabase(database);
  const pooler = await step("Starting PgBouncer", () => startPgBouncer(cluster.urlFor("postgres"), onEnd));
  const { system, stop } = await step("Starting all of it", () =>
    startSystem({
      DATABASE_URL: pooler.urlFor("drayboard"),
      TRACKING_DATABASE_URL: pooler.urlFor("tracking"),
    }),
  );
  onEnd(stop);
  onEnd(() => cp(join(system.dataDir, "logs"), LOGS, { recursive: true }));

  const most = new Map<string, PoolState>();
  const sampling = setInterval(async () => {
    for (const pool of await pooler.pools().catch(() => []))
      if (pool.servers >= (most.get(pool.database)?.servers ?? 0)) most.set(pool.database, pool);
  }, SAMPLE_MS);
  onEnd(() => clearInterval(sampling));
  const files = values.only.map((name) => join("e2e", `${name}.spec.ts`));
  const code = await run(process.execPath, [PLAYWRIGHT, "test", ...files], {
    ...process.env,
    ...systemEnvironment(system),
  });
  for (const { database, clients, servers, waiting } of most.values())
    say(
      `${database}: at most ${servers} connections to PostgreSQL for ${clients} clients, ${waiting} waiting`,
    );
  if (code !== 0) process.exitCode = 1;
});
