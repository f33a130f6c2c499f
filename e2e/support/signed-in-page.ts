import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import { SignInPage } from "@/e2e/pages/sign-in-page";
import { type RunningSystem, requireSystem } from "@/e2e/system/running-system";
import { BrowserPool, type State } from "./browser-pool";
import { type ExpectedProblems, watchProblems } from "./failure-report";

type Fixtures = {
  /** Fails the test on any browser failure that the test did not expect. */
  trouble: ExpectedProblems;
  /** A page of a signed-in dispatcher. */
  dashboard: Page;
  /**
   * Opens another browser, signed in unless `signedOut`. Its failures are recorded as well. With `own`, signed out, or with
   * options beyond size, colors and time zone no other test uses it; a test that replaces the page's clock needs that.
   */
  openDashboard: (options?: BrowserContextOptions & { signedOut?: true; own?: true }) => Promise<Page>;
};
type WorkerFixtures = { system: RunningSystem; session: State; pool: BrowserPool };

/** The options with which a browser may be used by another test. */
const POOLED = ["viewport", "colorScheme", "timezoneId"];

async function signInOnce(browser: Browser, system: RunningSystem): Promise<State> {
  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(system.email, system.password);
  await page.waitForURL("**/board");
  // The first load of a new browser and system takes longest.
  await page.locator("[data-live=live]").waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern
  system: [async ({}, use) => use(requireSystem()), { scope: "worker" }],

  session: [
    async ({ browser, system }, use) => use(await signInOnce(browser, system)),
    { scope: "worker", timeout: 60_000 },
  ],

  pool: [
    async ({ browser, session }, use) => {
      const pool = new BrowserPool(browser, session);
      await use(pool);
      await pool.close();
    },
    { scope: "worker" },
  ],

  trouble: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern
    async ({}, use) => {
      const failure = watchProblems();
      await use(failure);
      expect(failure.unexpected(), "what went wrong in the browser").toEqual([]);
    },
    { auto: true },
  ],

  openDashboard: async (
    { browser, system, session, pool, trouble, viewport, colorScheme, timezoneId },
    use,
  ) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async ({ signedOut, own, ...options } = {}) => {
      const all = { baseURL: system.url, viewport, colorScheme, timezoneId, locale: "en-US", ...options };
      const pooled = !signedOut && !own && Object.keys(options).every((name) => POOLED.includes(name));
      const context = pooled
        ? await pool.take(all)
        : await browser.newContext({ storageState: signedOut ? undefined : session, ...all });
      const unwatch = trouble.watch(context);
      ends.push(async () => {
        unwatch();
        await (pooled ? pool.giveBack(context, all) : context.close());
      });
      return context.newPage();
    });
    for (const end of ends) await end();
  },

  dashboard: async ({ openDashboard }, use) => use(await openDashboard()),
});

export { expect };
