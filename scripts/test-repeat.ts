import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Count, countPlaywright, countReport } from "@/scripts/test/counts";
import { LONG } from "@/scripts/test/long-tests";
import { repeatTable } from "@/scripts/test/repeat-table";
import { endRunning } from "@/scripts/test/run";
import { runPackage } from "@/scripts/test/static-checks";

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

/** Runs the browser tests once, on new systems. */
async function runRound(files: readonly string[]): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), "drayboard-repeat-"));
  const report = join(folder, "playwright.json");
  try {
    const code = await runPackage(
      "@playwright/test/cli.js",
      ["test", "--reporter=line,json", `--grep-invert=${LONG}`, "--workers=2", ...files],
      { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    );
    return await countReport(report, code, countPlaywright);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
      const round = await runRound(positionals);
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
