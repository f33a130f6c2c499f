import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Count, countPlaywright, countReport } from "./counts";
import { LONG } from "./long-tests";
import { runPackage } from "./static-checks";

/** Runs the browser tests except the long ones, or those of the files, once on new systems. */
export async function runBrowserTests(
  files: readonly string[],
  workers: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), "drayboard-browser-tests-"));
  const report = join(folder, "playwright.json");
  try {
    const code = await runPackage(
      "@playwright/test/cli.js",
      ["test", "--reporter=line,json", `--grep-invert=${LONG}`, `--workers=${workers}`, ...files],
      { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    );
    return await countReport(report, code, countPlaywright);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
