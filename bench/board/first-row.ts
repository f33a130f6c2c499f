import type { Browser } from "playwright";
import { z } from "zod";
import { openWindow } from "@/bench/harness/browser";
import { type Figure, percentileFigures } from "@/bench/harness/figures";
import { sized } from "@/bench/harness/smoke";
import { printProfile } from "./profile";

const WARM_UP = sized(1, 0);
const RUNS = sized(10, 1);
const GOALS_MS = { medianGoal: 450, goal: 700 } as const;
const FIRST_ROW = "tr[data-container]";
export const IN_PAGE = "bench/board/in-page.js";

type Session = { name: string; value: string };

/**
 * Opens a page with an empty cache. Returns the time from navigation until an element that matches the selector was
 * painted, in ms.
 */
async function timeColdLoad(
  browser: Browser,
  baseUrl: string,
  session: Session | null,
  path: string,
  selector: string,
): Promise<number> {
  const context = await openWindow(browser, baseUrl, session);
  try {
    const page = await context.newPage();
    await page.addInitScript({ path: IN_PAGE });
    await page.goto(path, { waitUntil: "commit" });
    return z.number().parse(await page.evaluate(`benchPaint.shown(${JSON.stringify(selector)})`));
  } finally {
    await context.close();
  }
}

/** Time from navigation until the board's first row is painted. The baseline is the sign-in page's first field. */
export async function measureFirstRow(
  browser: Browser,
  baseUrl: string,
  session: Session,
): Promise<Figure[]> {
  const rows: number[] = [];
  const empty: number[] = [];
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    const row = await timeColdLoad(browser, baseUrl, session, "/board", FIRST_ROW);
    const field = await timeColdLoad(browser, baseUrl, null, "/sign-in", "input[name=email]");
    if (run < 0) continue;
    rows.push(row);
    empty.push(field);
  }
  return percentileFigures("First row painted, cold", rows, { ...GOALS_MS, floor: empty });
}

/** What the browser does until the board's first row is painted, with an empty cache. */
export async function profileFirstRow(browser: Browser, baseUrl: string, session: Session): Promise<void> {
  await printProfile(browser, undefined, "First row, cold", async () => {
    for (let run = 0; run < RUNS; run += 1)
      await timeColdLoad(browser, baseUrl, session, "/board", FIRST_ROW);
    return RUNS;
  });
}
