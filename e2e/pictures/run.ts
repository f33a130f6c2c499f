import { Client } from "pg";
import { systemEnvironment } from "@/e2e/system/running-system";
import { startSystem } from "@/e2e/system/start-system";
import { ensureBrowser } from "@/scripts/test/browser";
import { run } from "@/scripts/test/run";

const SAMPLES_MS = 120_000;

/** Waits for the sample work, so that the day plan and the follow-ups have something to show. */
async function waitForSamples(connectionString: string): Promise<void> {
  const database = new Client({ connectionString });
  await database.connect();
  try {
    const until = Date.now() + SAMPLES_MS;
    for (;;) {
      const { rows } = await database.query(
        "select count(*)::int as moves from planned_moves where pickup_at is not null",
      );
      if (rows[0]?.moves > 0) return;
      if (Date.now() > until) throw new Error("No sample work was made.");
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } finally {
    await database.end();
  }
}

/**
 * `npm run docs:pictures`: starts the whole system with simulated containers and sample work, and takes the pictures of
 * `docs/images` (e2e/screenshots.spec.ts) with the installed browser. Exit code 1 if one could not be taken.
 */
if ((await ensureBrowser(run)) !== 0) process.exit(1);
const { system, stop } = await startSystem({
  SEED_SAMPLES: "on",
  SEED_CONTAINERS: "300",
  TRACKING_REQUESTS_PER_MINUTE: "off",
  RATE_LIMIT_PER_MINUTE: "off",
});
try {
  await waitForSamples(system.dashboardDatabaseUrl);
  const env = { ...process.env, ...systemEnvironment(system), SCREENSHOTS: "1" };
  const playwright = "node_modules/@playwright/test/cli.js";
  process.exitCode = await run(process.execPath, [playwright, "test", "e2e/screenshots.spec.ts"], env);
} finally {
  await stop();
}
