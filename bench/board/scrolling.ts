import type { Browser, Page } from "playwright";
import { z } from "zod";
import { type Figure, figure, percentile, percentileFigures } from "@/bench/harness/figures";
import { sized } from "@/bench/harness/smoke";
import { PAGE_SIZE } from "@/components/board/page-data";
import { ROW_HEIGHTS } from "@/components/board/table/density";
import { dashboardLayout } from "@/lib/features/board/rules/column-layout";
import { printProfile } from "./profile";

export const SCROLLING = "bench/board/in-page-scrolling.js";
/** URL of the bare list. It has the same origin, and no content security policy blocks it from reading rows. */
const BARE_PAGE = "/bench-bare-list";
const FRAMES = sized(300, 20);
const ROUNDS = sized(3, 1);
/** What is pressed and clicked; a smoke run does each kind once. */
const INTERACTIONS = sized(
  {
    keys: { j: 12, k: 4, x: 3 },
    columns: ["Container", "Days left", "Charges", "Terminal, line"],
    queues: ["Expired", "Pull today", "Arriving", "All"],
    typed: "MSKU12",
  },
  { keys: { j: 2, k: 1, x: 1 }, columns: ["Container"], queues: ["All"], typed: "M" },
);
const MAX_TO_BARE = 1.5;
const GOALS = { frameMs: 33, interactionMs: 100, heapMb: 150 } as const;
const timesSchema = z.array(z.number());

const openBoard = async (page: Page): Promise<void> => {
  await page.goto("/board");
  await page.locator("[data-live=live]").waitFor();
  await page.locator("tr[data-container]").first().waitFor();
};

/** Frame times while the board scrolls, alternating with a bare list of the same rows. */
export async function measureScrolling(page: Page): Promise<Figure[]> {
  const board: number[] = [];
  const bare: number[] = [];
  const columns = dashboardLayout("all").length;
  // Every dashboard page has its own policy. The policy of `/api` responses blocks all requests.
  await page.route(`**${BARE_PAGE}`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Bare list</title>" }),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    await openBoard(page);
    board.push(...timesSchema.parse(await page.evaluate(`benchScroll.scrollBoard(${FRAMES})`)));
    await page.goto(BARE_PAGE);
    await page.evaluate(`benchScroll.openBareList(${ROW_HEIGHTS.cosy}, ${columns}, ${PAGE_SIZE})`);
    bare.push(...timesSchema.parse(await page.evaluate(`benchScroll.scrollBare(${FRAMES})`)));
  }
  const [board95, bare95] = [percentile(board, 0.95), percentile(bare, 0.95)];
  return [
    ...percentileFigures("Frame while scrolling", board, { goal: GOALS.frameMs, floor: bare }),
    figure({
      name: "Scrolling to a bare list, p95",
      unit: "×",
      value: board95 / bare95,
      goal: MAX_TO_BARE,
    }),
  ];
}

/** What the browser does in a frame while the board scrolls. */
export async function profileScrolling(browser: Browser, page: Page): Promise<void> {
  await openBoard(page);
  await printProfile(browser, page, "Frame while scrolling", async () => {
    await page.evaluate(`benchScroll.scrollBoard(${FRAMES})`);
    return FRAMES;
  });
}

/**
 * The key presses and clicks of a working day, one after another. Reports the 98th percentile, as browsers report INP.
 */
export async function measureInteractions(page: Page): Promise<Figure> {
  await openBoard(page);
  const rest = (ms: number) => page.waitForTimeout(sized(ms, 20));
  const key = async (name: string, times: number) => {
    for (let at = 0; at < times; at += 1) {
      await page.keyboard.press(name);
      await rest(60);
    }
  };
  for (const [name, times] of Object.entries(INTERACTIONS.keys)) await key(name, times);
  for (const label of INTERACTIONS.columns) {
    await page.getByRole("columnheader").getByRole("button", { name: label, exact: true }).click();
    await rest(250);
  }
  for (const queue of INTERACTIONS.queues) {
    await page.getByRole("navigation", { name: "Queues" }).getByRole("link", { name: queue }).click();
    await rest(250);
  }
  await page.getByRole("main").getByRole("searchbox").click();
  for (const sign of INTERACTIONS.typed) {
    await page.keyboard.press(sign);
    await rest(90);
  }
  await page.keyboard.press("Escape");
  await rest(400);
  await page.getByLabel("Group by").selectOption("terminal");
  await rest(400);
  await page.getByRole("button", { name: "Collapse all" }).click();
  await rest(250);
  const times = timesSchema.parse(await page.evaluate("benchScroll.interactions()"));
  return figure({
    name: "Interaction to next paint (INP)",
    unit: "ms",
    // Interactions under 16 ms are not reported by the browser.
    value: times.length > 0 ? percentile(times, 0.98) : 16,
    goal: GOALS.interactionMs,
  });
}

/** JavaScript heap size after scrolling far through the list and a full garbage collection. */
export async function measureHeap(page: Page): Promise<Figure> {
  await openBoard(page);
  await page.evaluate(`benchScroll.scrollBoard(${FRAMES})`);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  const used = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
  return figure({
    name: "Script's heap after scrolling",
    unit: "MB",
    value: used / 1_000_000,
    goal: GOALS.heapMb,
  });
}
