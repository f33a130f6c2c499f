import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Response } from "playwright";
import { openWindow } from "@/bench/harness/browser";
import { type Figure, figure } from "@/bench/harness/figures";
import { sized } from "@/bench/harness/smoke";

const GOAL_KB = 320;
const SETTLE_MS = sized(1_000, 1);

/** Total size in bytes of all scripts that a page loads, each gzipped separately. */
async function weighScripts(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  await page.goto(path);
  // The network of a page that joins the worker of another never becomes idle.
  if (path === "/board") await page.locator("[data-live=live]").waitFor();
  await page.waitForTimeout(SETTLE_MS);
  const bodies = await Promise.all(scripts.map((response) => response.body()));
  if (bodies.length === 0) throw new Error(`${path} loaded no script`);
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
}

/** Size of the board's script, gzipped. The baseline is the almost empty sign-in page. */
export async function measureScriptWeight(
  browser: Browser,
  baseUrl: string,
  session: { name: string; value: string },
): Promise<Figure> {
  const weigh = async (path: string, signedIn: boolean) => {
    const context = await openWindow(browser, baseUrl, signedIn ? session : null);
    return weighScripts(context, path).finally(() => context.close());
  };
  return figure({
    name: "Script of the board, gzipped",
    unit: "KB",
    value: (await weigh("/board", true)) / 1_000,
    goal: GOAL_KB,
    floor: (await weigh("/sign-in", false)) / 1_000,
  });
}
