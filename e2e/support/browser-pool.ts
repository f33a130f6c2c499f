import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";

export type State = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/**
 * Signed-in browser contexts that tests use one after the other. A new context compiles the dashboard's scripts again, which
 * takes half of a short test. A returned context has no pages, no stored data and the cookies of the first sign-in.
 */
export class BrowserPool {
  private readonly free = new Map<string, BrowserContext[]>();

  constructor(
    private readonly browser: Browser,
    private readonly state: State,
  ) {}

  /** A context with exactly these options and the pool's session. */
  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const kept = this.free.get(JSON.stringify(options))?.pop();
    return kept ?? this.browser.newContext({ ...options, storageState: this.state });
  }

  /** Closes the pages, removes what the test stored, and keeps the context for the next test with the same options. */
  async giveBack(context: BrowserContext, options: BrowserContextOptions): Promise<void> {
    const pages = context.pages();
    const last = pages[0];
    if (!last) return context.close();
    await clearStorage(context, last, new URL(options.baseURL ?? last.url()).origin);
    await Promise.all(pages.map((page) => page.close()));
    await context.clearCookies();
    await context.addCookies(this.state.cookies);
    const key = JSON.stringify(options);
    this.free.set(key, [...(this.free.get(key) ?? []), context]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.free.values()].flat().map((context) => context.close()));
  }
}

async function clearStorage(context: BrowserContext, page: Page, origin: string): Promise<void> {
  // The page may not write again after this.
  await page.goto("about:blank");
  const browser = await context.newCDPSession(page);
  await browser.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "local_storage,indexeddb,cache_storage,service_workers",
  });
  await browser.detach();
}
