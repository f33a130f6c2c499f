import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowsPath } from "@/bench/board/json-reads";
import { loadAccount } from "@/bench/board/load-account";
import { openReader } from "@/bench/board/reader";
import { openClients } from "@/bench/fresh/clients";
import { type Dashboard, measureDeliveries, measureFloor } from "@/bench/fresh/measure";
import { EMAIL } from "@/bench/harness/account";
import { openBrowser, openWindow } from "@/bench/harness/browser";
import { runBenchmark } from "@/bench/harness/clean-up";
import { startCountingUpstream } from "@/bench/harness/counting-upstream";
import { openDashboard } from "@/bench/harness/dashboard";
import { type Figure, figure, openResults, percentile } from "@/bench/harness/figures";
import { SHIPPED } from "@/bench/harness/fleet";
import { signIn } from "@/bench/harness/sign-in";
import { sized } from "@/bench/harness/smoke";
import { step } from "@/scripts/up/progress";

const DEFAULT_CONTAINERS = sized(10_000, 100);
const CLIENTS = sized(200, 2);
const DELIVERIES = sized(150, 1);
const WARM_UP = sized(15, 1);
const ON_SCREEN = 12;
const GOAL_MS = { p50: 60, p95: 150 };
const TIMEOUT_MS = 900_000;

const rowsSchema = z.object({ rows: z.array(z.object({ id: z.string(), yardSpot: z.string().nullable() })) });

function timed(name: string, samples: readonly number[], goal?: typeof GOAL_MS, floor?: number[]): Figure[] {
  const at = (share: number, most?: number) =>
    figure({
      name: `${name}, p${share * 100}`,
      unit: "ms",
      value: percentile(samples, share),
      goal: most,
      floor: floor && percentile(floor, share),
    });
  return [at(0.5, goal?.p50), at(0.95, goal?.p95)];
}

/**
 * `npm run bench:fresh [-- --containers N]`: times a delivery from sending until the board's cell has changed in a real
 * browser and until 200 other live feed clients received the change. Uses a production build with one worker. Prints a
 * table and writes `bench/results/fresh.json` (`fresh-N.json` for another number of containers).
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({
    options: { containers: { type: "string" }, smoke: { type: "boolean" } },
  });
  const containers = Number(values.containers ?? DEFAULT_CONTAINERS);
  if (!Number.isInteger(containers) || containers < 100)
    throw new Error("--containers: expected a whole number from 100");
  const name = containers === DEFAULT_CONTAINERS ? "fresh" : `fresh-${containers}`;
  const results = await openResults({ name, onEnd });
  const [load = 0] = loadavg();
  // Load of the machine when the benchmark began. Times must be read with it in mind.
  await results.add(figure({ name: "Other work, programs ready to run", unit: "", value: load }));

  const secret = randomBytes(24).toString("hex");
  const dashboard = await step("Starting PostgreSQL", () => openDashboard(onEnd, { WEBHOOK_SECRET: secret }));
  await step(`Loading ${containers} containers`, () => loadAccount(dashboard.db, containers, new Date()));
  const upstream = await startCountingUpstream(onEnd);
  const baseUrl = await step("Building and starting the dashboard", () =>
    dashboard.startDashboard(upstream.url),
  );
  const startedWorker = async () =>
    (await dashboard.db.execute(sql`select from installation where name = 'reconciler'`)).rows.length > 0;
  await dashboard.startProgram("worker", SHIPPED.worker, startedWorker);
  const floorUrl = await dashboard.startProgram(
    "floor",
    ["--import", "tsx", "bench/fresh/baseline.ts"],
    async (url) => (await fetch(`${url}/health`)).ok,
  );

  const floorClients = await openClients(onEnd, floorUrl, CLIENTS);
  const floor = await step("Timing NOTIFY to bare streams", () =>
    measureFloor(dashboard.db, floorClients, DELIVERIES),
  );
  await floorClients.close();

  const session = await signIn(baseUrl, EMAIL, dashboard.password);
  const reader = openReader(baseUrl, session);
  const { rows } = rowsSchema.parse(await reader.read(rowsPath({})));
  const onGround = rows.filter(({ yardSpot }) => yardSpot !== null).slice(0, ON_SCREEN);
  // The browser connects between the two halves of the clients, so that it is one of many.
  const openHalf = () => openClients(onEnd, `${baseUrl}/api/live`, CLIENTS / 2, reader.headers.cookie);
  const before = await openHalf();
  const page = await (await openWindow(await openBrowser(onEnd), baseUrl, session)).newPage();
  await page.addInitScript({ path: "bench/fresh/in-page.js" });
  await page.goto("/board", { waitUntil: "load" });
  await page.locator("[data-live=live]").waitFor();
  const clients = [before, await openHalf()];
  const measured: Dashboard = { db: dashboard.db, baseUrl, secret, page, clients };
  const ids = onGround.map(({ id }) => id);
  await step("Warming up", () => measureDeliveries(measured, ids, WARM_UP));
  const samples = await step("Timing deliveries", () => measureDeliveries(measured, ids, DELIVERIES));

  await results.add(
    ...timed("Delivery sent to accepted", samples.accepted),
    ...timed("Delivery sent to change noted by the worker", samples.noted),
    ...timed(
      `Delivery sent to ${CLIENTS} clients (floor: NOTIFY to stream)`,
      samples.clients,
      GOAL_MS,
      floor,
    ),
    ...timed("Delivery sent to the page asking for the row", samples.asked),
    ...timed("Delivery sent to the page having the row", samples.read),
    ...timed("Delivery sent to the cell painted", samples.painted, GOAL_MS),
  );
  await results.finish(`How fresh the board is, on ${containers} containers`);
});
