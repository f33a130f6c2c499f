import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { runBenchmark } from "@/bench/harness/clean-up";
import { figure } from "@/bench/harness/figures";
import { openCluster } from "@/bench/harness/shared-cluster";
import { openSizedRun } from "@/bench/harness/sized-run";
import { sized } from "@/bench/harness/smoke";
import { CONNECTIONS } from "@/bench/harness/time-requests";
import { captureStatements } from "@/bench/service/captured";
import { measureWorkload } from "@/bench/service/measure";
import { openPrograms, peakMemoryMb } from "@/bench/service/running";
import { listWorkloads } from "@/bench/service/workloads";
import { removeCluster } from "@/lib/platform/postgres/cluster";
import { step } from "@/scripts/up/progress";
import { createKey, ensureAccount } from "@/tracking-service/accounts/authenticate";
import { MAX_CONTAINERS } from "@/tracking-service/runtime/config";
import { DEFAULT_ACCOUNT } from "@/tracking-service/service";
import { openStore } from "@/tracking-service/store/database";

const CONTAINERS = { usual: sized(MAX_CONTAINERS, 60), min: sized(1_000, 60), max: MAX_CONTAINERS };
const TIMEOUT_MS = 900_000;
const SEEDING_GOAL_S = 180;
const MEMORY_GOAL_MB = 300;

/**
 * `npm run bench:service [-- --containers N]`: measures the tracking service on a fresh cluster, from an empty database
 * to responses under load. The baseline is a bare server that runs the same statements. Prints a table and writes
 * `bench/results/service.json` (`service-N.json` for another number of containers).
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { containers, results } = await openSizedRun("service", CONTAINERS, onEnd);
  const dataDir = await mkdtemp(join(tmpdir(), "drayboard-bench-"));
  onEnd(() => removeCluster(dataDir));
  const logsDir = join(dataDir, "logs");
  await mkdir(logsDir, { mode: 0o700 });
  const cluster = await step("Starting PostgreSQL", () => openCluster({ dataDir }));
  await cluster.ensureDatabase("tracking");
  const databaseUrl = cluster.urlFor("tracking");

  const programs = openPrograms(logsDir, onEnd);
  const begun = performance.now();
  const service = await step(`Seeding ${containers} containers`, () =>
    programs.startService(databaseUrl, containers),
  );
  const seconds = (performance.now() - begun) / 1_000;
  await results.add(
    figure({ name: "Seeding, start to first answer", unit: "s", value: seconds, goal: SEEDING_GOAL_S }),
  );
  const remember = async (name: string) => {
    const value = await peakMemoryMb(service.child);
    if (value !== null) await results.add(figure({ name, unit: "MB", value, goal: MEMORY_GOAL_MB }));
  };
  await remember("Most memory, seeding");

  const store = openStore(databaseUrl);
  onEnd(() => store.close());
  const account = await ensureAccount(store.db, DEFAULT_ACCOUNT);
  const headers = { authorization: `Token ${await createKey(store.db, account.id, "bench")}` };
  const workloads = await listWorkloads(store.pool);
  const paths = workloads.flatMap((workload) => workload.paths);
  const statementsFile = join(dataDir, "statements.json");
  const statements = await step("Listening to the statements", () =>
    captureStatements(databaseUrl, headers, paths),
  );
  await writeFile(statementsFile, JSON.stringify(statements), { mode: 0o600 });
  const floor = { baseUrl: await programs.startFloor(databaseUrl, statementsFile), headers };

  for (const workload of workloads) {
    for (const connections of CONNECTIONS) {
      const title = `Timing ${workload.name} (${connections})`;
      const requested = { baseUrl: service.baseUrl, headers };
      await results.add(
        ...(await step(title, () => measureWorkload(workload, connections, requested, floor))),
      );
    }
  }
  await remember("Most memory, to the end");

  await results.finish(`The tracking service on ${containers} containers`);
});
