import type { Page } from "@playwright/test";

/** Makes a page have the live stream itself, not in a shared worker, whose requests Playwright does not see. */
export async function keepStreamInPage(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, "SharedWorker"));
}
