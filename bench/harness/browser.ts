import { type Browser, type BrowserContext, chromium } from "playwright";
import { BROWSER_ARGS, installedBrowser } from "@/scripts/test/installed-browser";
import type { Undo } from "./clean-up";

/** Opens Debian's Chromium if installed, otherwise Playwright's own. */
export async function openBrowser(onEnd: (undo: Undo) => void): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: installedBrowser(), args: BROWSER_ARGS });
  onEnd(() => browser.close());
  return browser;
}

/** Opens a window of the usual dashboard size with an empty cache. It is signed in if a session cookie is passed. */
export async function openWindow(
  browser: Browser,
  baseUrl: string,
  session: { name: string; value: string } | null,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1440, height: 900 } });
  if (session) await context.addCookies([{ ...session, url: baseUrl, httpOnly: true, sameSite: "Lax" }]);
  return context;
}
