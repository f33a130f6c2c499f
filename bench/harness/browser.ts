import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright";
import type { Undo } from "./clean-up";

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Debian's Chromium where it is installed, Playwright's own elsewhere. */
export async function openBrowser(onEnd: (undo: Undo) => void): Promise<Browser> {
  const executablePath = INSTALLED.find((path) => existsSync(path));
  const browser = await chromium.launch({ executablePath, args: QUIET });
  onEnd(() => browser.close());
  return browser;
}

/** A window of a desk's size with an empty cache; signed in when a session's cookie is given. */
export async function openWindow(
  browser: Browser,
  baseUrl: string,
  session: { name: string; value: string } | null,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1440, height: 900 } });
  if (session) await context.addCookies([{ ...session, url: baseUrl, httpOnly: true, sameSite: "Lax" }]);
  return context;
}
