import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { runBrowserTests } from "@/scripts/test/browser-tests";
import type { Count } from "@/scripts/test/counts";
import { repeatTable } from "@/scripts/test/repeat-table";
import { endRunning } from "@/scripts/test/run";

const USAGE = "Usage: npm run test:repeat [-- --rounds N] [-- --loops N] [-- e2e/FILE.spec.ts …]";

/** Starts programs that each keep a core busy. The returned function ends them. */
function startLoops(count: number): () => void {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  return () => {
    for (const loop of loops) loop.kill("SIGKILL");
  };
}

/**
 * `npm run test:repeat [-- --rounds N] [-- --loops N] [-- FILE …]`: runs the browser tests, or those of the files, in 20
 * rounds next to two programs that keep a core busy each, to find tests that depend on timing. Each round has new systems.
 * Prints how often each test failed. Exit code 1 if one failed, 2 for wrong arguments.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { rounds: { type: "string", default: "20" }, loops: { type: "string", default: "2" } },
    allowPositionals: true,
  });
  const [wanted, loops] = [Number(values.rounds), Number(values.loops)];
  if (!(Number.isInteger(wanted) && wanted > 0 && Number.isInteger(loops) && loops >= 0))
    throw new Error("--rounds and --loops take whole numbers.");
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      isStopped = true;
      endRunning();
    });
  const endLoops = startLoops(loops);
  const rounds: Count[] = [];
  try {
    while (rounds.length < wanted && !isStopped) {
      const begun = Date.now();
      const round = await runBrowserTests(positionals, 2);
      rounds.push(round);
      const seconds = ((Date.now() - begun) / 1000).toFixed(0);
      console.log(`Round ${rounds.length}: ${round.passed} passed, ${round.failed} failed, ${seconds} s`);
    }
  } finally {
    endLoops();
  }
  console.log(`\n${repeatTable(rounds)}`);
  return !isStopped && rounds.every(({ failed }) => failed === 0) ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  return 2;
});
