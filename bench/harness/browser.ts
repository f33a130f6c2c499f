import { type Browser, type BrowserContext, chromium } from "playwright";
import { BROWSER_ARGS, installedBrowser } from "@/scripts/test/installed-browser";
import type { Undo } from "./clean-up";

/** Debian's Chromium where it is installed, Playwright's own elsewhere. */
export async function openBrowser(onEnd: (undo: Undo) => void): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: installedBrowser(), args: BROWSER_ARGS });
  onEnd(() => browser.close());
  return browser;
}

/** A window of a dashboard's size with an empty cache; signed in when a session's cookie is given. */
export async function openWindow(
  browser: Browser,
  baseUrl: string,
  session: { name: string; value: string } | null,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1440, height: 900 } });
  if (session) await context.addCookies([{ ...session, url: baseUrl, httpOnly: true, sameSite: "Lax" }]);
  return context;
}
