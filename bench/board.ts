import { IN_PAGE, measureFirstRow, profileFirstRow } from "@/bench/board/first-row";
import { measureJsonReads } from "@/bench/board/json-reads";
import { loadAccount } from "@/bench/board/load-account";
import { measureUpstreamRequests } from "@/bench/board/page-views";
import { openReader } from "@/bench/board/reader";
import { measurePaintedRows, profilePaintedRows } from "@/bench/board/rendered-rows";
import { measureScriptWeight } from "@/bench/board/script-weight";
import {
  measureHeap,
  measureInteractions,
  measureScrolling,
  profileScrolling,
  SCROLLING,
} from "@/bench/board/scrolling";
import { measureSums } from "@/bench/board/sums";
import { EMAIL } from "@/bench/harness/account";
import { openBrowser, openWindow } from "@/bench/harness/browser";
import { runBenchmark } from "@/bench/harness/clean-up";
import { startCountingUpstream } from "@/bench/harness/counting-upstream";
import { openDashboard } from "@/bench/harness/dashboard";
import { signIn } from "@/bench/harness/sign-in";
import { openSizedRun } from "@/bench/harness/sized-run";
import { sized } from "@/bench/harness/smoke";
import { step } from "@/scripts/up/progress";

const CONTAINERS = { usual: sized(10_000, 200), min: sized(1_000, 200) };
const TIMEOUT_MS = 2_700_000;
/** The goal from an input to the painted rows in ms, up to a number of containers. */
const PAINTED_GOALS: readonly [containers: number, goalMs: number][] = [
  [10_000, 80],
  [100_000, 100],
  [Number.POSITIVE_INFINITY, 150],
];

/**
 * `npm run bench:board [-- --containers N]`: measures the board on a production build with its own database and a real
 * browser. Prints a table and writes `bench/results/board.json` (`board-N.json` for another number of containers).
 * Then it prints profiles: what the browser does from input to paint, until the first row and while scrolling. A build with
 * `experimental.turbopackMinify: false` in next.config.ts gives the functions their names.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { containers, results } = await openSizedRun("board", CONTAINERS, onEnd);

  const dashboard = await step("Starting PostgreSQL", () => openDashboard(onEnd));
  await step(`Loading ${containers} containers`, () => loadAccount(dashboard.db, containers, new Date()));
  const upstream = await startCountingUpstream(onEnd);
  const baseUrl = await step("Building and starting the dashboard", () =>
    dashboard.startDashboard(upstream.url),
  );
  const session = await signIn(baseUrl, EMAIL, dashboard.password);
  const reader = openReader(baseUrl, session);
  const floorUrl = await dashboard.startFloor("bench/board/baseline.ts");
  await results.add(...(await step("Timing JSON", () => measureJsonReads(reader, floorUrl, containers))));

  await results.add(...(await step("Timing sums", () => measureSums(dashboard.db))));

  const browser = await openBrowser(onEnd);
  await results.add(
    ...(await step("Timing the first row", () => measureFirstRow(browser, baseUrl, session))),
    await step("Weighing script", () => measureScriptWeight(browser, baseUrl, session)),
  );
  const page = await (await openWindow(browser, baseUrl, session)).newPage();
  await page.addInitScript({ path: IN_PAGE });
  await page.addInitScript({ path: SCROLLING });
  const goal = PAINTED_GOALS.find(([max]) => containers <= max)?.[1];
  await results.add(
    ...(await step("Timing filter, sort and search", () => measurePaintedRows(page, reader, goal))),
  );
  await results.add(...(await step("Scrolling", () => measureScrolling(page))));
  await results.add(await step("Pressing and clicking", () => measureInteractions(page)));
  await results.add(await step("Weighing the heap", () => measureHeap(page)));
  await results.add(await step("Viewing pages", () => measureUpstreamRequests(page, reader, upstream.count)));
  await step("Profiling", async () => {
    await profileFirstRow(browser, baseUrl, session);
    await profilePaintedRows(browser, page, reader);
    await profileScrolling(browser, page);
  });

  await results.finish(`The board on ${containers} containers`);
});
