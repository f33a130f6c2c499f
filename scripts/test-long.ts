import { parseArgs } from "node:util";
import { endRunning, run, runStep } from "@/scripts/test/run";
import { type StepTime, timeTable } from "@/scripts/test/time-table";

interface LongRun {
  name: string;
  args: string[];
  env?: Record<string, string>;
}

const npm = (name: string, ...args: string[]): LongRun => ({
  name,
  args: ["run", name, ...(args.length > 0 ? ["--", ...args] : [])],
});

/** The runs of which `npm test` has a short form or no form, the quickest first. */
const RUNS: readonly LongRun[] = [
  npm("test:timing"),
  npm("test:monitoring"),
  npm("test:access"),
  npm("test:image"),
  npm("test:upgrade"),
  npm("test:backup"),
  npm("test:hostile"),
  { ...npm("test:unit", "bench/faults/short.test.ts"), name: "faults", env: { LONG_TESTS: "1" } },
  {
    ...npm("test:unit", "e2e/dev/same-build.long.test.ts"),
    name: "same build",
    env: { LONG_TESTS: "1" },
  },
  npm("bench:soak", "--minutes", "2"),
  npm("test:service:kill"),
  npm("test:service"),
  npm("test:fuzz"),
  { ...npm("test:e2e", "--grep", "@long"), name: "test:e2e @long" },
  npm("bench:faults"),
  npm("test:e2e:large"),
  npm("test:track"),
  npm("test:service:slow"),
];

const NAMES = RUNS.map(({ name }) => name).join(" | ");
const USAGE = `Usage: npm run test:long [-- --only NAME …] [-- --except NAME …]\n  NAME: ${NAMES}`;

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    stopping = true;
    endRunning();
  });

/**
 * `npm run test:long [-- --only NAME] [--except NAME]`: runs the long tests one after another, which takes hours. Prints
 * where the time went and how many passed. Exit code 1 if one failed, 2 for wrong arguments.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", multiple: true, default: [] },
      except: { type: "string", multiple: true, default: [] },
    },
  });
  const named = [...values.only, ...values.except];
  const unknown = named.filter((name) => !RUNS.some((one) => one.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(", ")}\n${USAGE}`);
    return 2;
  }
  const chosen = RUNS.filter(
    ({ name }) => (values.only.length === 0 || values.only.includes(name)) && !values.except.includes(name),
  );
  const started = Date.now();
  const times: StepTime[] = [];
  const failed: string[] = [];
  for (const { name, args, env } of chosen) {
    if (stopping) break;
    console.log(`\n== ${name}`);
    const begun = Date.now();
    const { result: code, cpuMs } = await runStep(() => run("npm", args, { ...process.env, ...env }));
    times.push({ title: name, wallMs: Date.now() - begun, cpuMs, durations: [] });
    console.log(`== ${name}: ${code === 0 ? "good" : `NOT GOOD (exit code ${code})`}`);
    if (code !== 0) failed.push(name);
  }
  console.log(`\n${timeTable(times, Date.now() - started)}`);
  if (failed.length > 0) console.log(`\nFailed:\n  ${failed.join("\n  ")}`);
  console.log(`\n${times.length - failed.length} passed, ${failed.length} failed`);
  return failed.length > 0 || stopping ? 1 : 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  return 2;
});
