import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import { SignInPage } from "@/e2e/pages/sign-in-page";
import { type RunningSystem, requireSystem } from "@/e2e/system/running-system";
import { type ExpectedProblems, watchProblems } from "./failure-report";

type State = Exclude<BrowserContextOptions["storageState"], string | undefined>;

type Fixtures = {
  /** Fails the test on any browser failure that the test did not expect. */
  trouble: ExpectedProblems;
  /** A page of a signed-in dispatcher. */
  dashboard: Page;
  /** Opens another browser, signed in unless `signedOut`. Its failures are recorded as well. */
  openDashboard: (options?: BrowserContextOptions & { signedOut?: true }) => Promise<Page>;
};
type WorkerFixtures = { system: RunningSystem; session: State };

async function signInOnce(browser: Browser, system: RunningSystem): Promise<State> {
  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(system.email, system.password);
  await page.waitForURL("**/board");
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

  trouble: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern
    async ({}, use) => {
      const failure = watchProblems();
      await use(failure);
      expect(failure.unexpected(), "what went wrong in the browser").toEqual([]);
    },
    { auto: true },
  ],

  openDashboard: async ({ browser, system, session, trouble, viewport, colorScheme, timezoneId }, use) => {
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async ({ signedOut, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: system.url,
        storageState: signedOut ? undefined : session,
        viewport,
        colorScheme,
        timezoneId,
        locale: "en-US",
        ...options,
      });
      trouble.watch(context);
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  dashboard: async ({ openDashboard }, use) => use(await openDashboard()),
});

export { expect };
