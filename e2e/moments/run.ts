import { parseArgs } from "node:util";
import { runBenchmark } from "@/bench/harness/clean-up";
import { runBrowserTests } from "@/scripts/test/browser-tests";
import { type Count, sumOf } from "@/scripts/test/counts";
import { endRunning, run } from "@/scripts/test/run";
import { build, findBuildNeed } from "@/scripts/up/build";
import { say } from "@/scripts/up/progress";
import { MOMENTS, type Moment } from "./moments";
import { movedClock, removeSharedMemory } from "./moved-clock";

const TIMEOUT_MS = 6 * 3_600_000;

function chooseMoments(names: readonly string[]): readonly Moment[] {
  const unknown = names.filter((name) => !MOMENTS.some((moment) => moment.name === name));
  if (unknown.length > 0)
    throw new Error(`--only: ${unknown.join(", ")}; it takes ${MOMENTS.map(({ name }) => name).join(", ")}`);
  return names.length === 0 ? MOMENTS : MOMENTS.filter(({ name }) => names.includes(name));
}

/**
 * `npm run test:moments [-- --only NAME …] [-- --workers N] [-- e2e/FILE.spec.ts …]`: runs the browser tests at six
 * moments, one after the other, each on systems that start then. A test that fails depends on the hour, the weekday or
 * the date. Exit code 1 if one failed.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: "string", multiple: true, default: [] },
      workers: { type: "string", default: "2" },
    },
    allowPositionals: true,
  });
  const moments = chooseMoments(values.only);
  onEnd(endRunning);
  const wanted = await findBuildNeed();
  if (wanted !== null && (await build((args, env) => run(process.execPath, args, env), wanted)) !== 0)
    throw new Error("The dashboard could not be built.");
  const counts: Count[] = [];
  for (const { name, at } of moments) {
    say(`\n${name}: ${at}`);
    const clock = await movedClock(Date.parse(at) - Date.now());
    const count = await runBrowserTests(positionals, Number(values.workers), { ...process.env, ...clock });
    await removeSharedMemory();
    counts.push({ ...count, failures: count.failures.map((test) => `${name}: ${test}`) });
  }
  const { passed, failed, failures } = sumOf(counts);
  for (const failure of failures) say(`  ${failure}`);
  say(`\n${passed} passed, ${failed} failed at ${moments.length} moments`);
  if (failed > 0) process.exitCode = 1;
});
