import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { EMAIL } from "@/bench/harness/account";
import { runBenchmark } from "@/bench/harness/clean-up";
import { openDashboard } from "@/bench/harness/dashboard";
import { figure, openResults, percentileFigures } from "@/bench/harness/figures";
import { signIn } from "@/bench/harness/sign-in";
import { sized } from "@/bench/harness/smoke";
import { loadYear } from "@/bench/reports/load-year";
import { measureColdPages, PAGES } from "@/bench/reports/measure";
import { catchUpReports } from "@/lib/features/reports/materialize/materialize";
import { openDatabase } from "@/lib/platform/database/client";
import { step } from "@/scripts/up/progress";

const DEFAULTS = sized(
  { containers: 100_000, changes: 10_000_000, processes: 20 },
  { containers: 100, changes: 2_000, processes: 1 },
);
const GOAL_MS = 1_000;
const TIMEOUT_MS = 3_600_000;

/**
 * `npm run bench:reports [-- --containers N --changes N --processes N]`: times every report and the manager's page over
 * a year of generated history. Each is requested for the first time in a fresh process of the production build, without
 * any cache. The baseline is a plain count of the rows it reads. Prints a table and writes `bench/results/reports.json`
 * (`reports-N.json` for another number of containers).
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({
    options: {
      containers: { type: "string", default: String(DEFAULTS.containers) },
      changes: { type: "string", default: String(DEFAULTS.changes) },
      processes: { type: "string", default: String(DEFAULTS.processes) },
      smoke: { type: "boolean" },
    },
  });
  const [containers, changes, processes] = [values.containers, values.changes, values.processes].map(Number);
  if (!containers || !changes || !processes) throw new Error("--containers, --changes, --processes: numbers");

  const name = containers === DEFAULTS.containers ? "reports" : `reports-${containers}`;
  const results = await openResults({ name, onEnd });
  const system = await step("Starting PostgreSQL", () => openDashboard(onEnd));
  const { pool } = openDatabase(system.databaseUrl, { max: 2 });
  onEnd(() => pool.end());
  const loaded = await step(`Loading ${containers} containers with ${changes} changes`, () =>
    loadYear(system.db, pool, { containers, changes }, new Date()),
  );
  const begun = performance.now();
  await step("Working out what reports keep", async () => {
    while (await catchUpReports(system.db, { atOnce: true }));
  });
  const rebuildSeconds = (performance.now() - begun) / 1_000;
  await results.add(
    figure({ name: "all report rows rebuilt", unit: "s", value: rebuildSeconds }),
    figure({ name: "changes in the history", unit: "", value: loaded }),
  );
  await pool.query("vacuum analyze");

  const dashboard = await step("Building and starting the dashboard", () =>
    system.freshDashboard("http://127.0.0.1:9/v2"),
  );
  const session = await signIn(dashboard.url, EMAIL, system.password);
  const { pages, floor } = await step("Timing pages in fresh processes", () =>
    measureColdPages(dashboard, system.databaseUrl, `${session.name}=${session.value}`, processes),
  );
  await results.add(
    ...PAGES.flatMap((page) =>
      percentileFigures(`${page}, cold`, pages[page], { goal: GOAL_MS, floor: floor[page] }),
    ),
  );
  await results.finish(`Reports on ${containers} containers`);
});
