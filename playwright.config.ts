import { defineConfig } from "@playwright/test";
import { BROWSER_ARGS, installedBrowser } from "./scripts/test/installed-browser";

/** Browser tests on the production build, with the real service, worker and database (e2e/global-setup.ts). */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  testIgnore: process.env.SCREENSHOTS ? [] : ["**/screenshots.spec.ts"],
  outputDir: "test-results",
  globalSetup: "./e2e/global-setup.ts",
  // Each worker has its own running system (e2e/global-setup.ts), because some tests change data that others count.
  // `npm test` has a worker for each of two cores.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Some tests read every container of the account.
  timeout: process.env.E2E_CONTAINERS ? 240_000 : 120_000,
  // Test machines are shared. Slow results are accepted, missing results are failures.
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    colorScheme: "light",
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    launchOptions: { executablePath: installedBrowser(), args: BROWSER_ARGS },
  },
});
