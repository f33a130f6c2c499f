import { randomBytes } from "node:crypto";
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
import { percentileFigures } from "@/bench/harness/figures";
import { SHIPPED } from "@/bench/harness/fleet";
import { signIn } from "@/bench/harness/sign-in";
import { openSizedRun } from "@/bench/harness/sized-run";
import { sized } from "@/bench/harness/smoke";
import { step } from "@/scripts/up/progress";

const CONTAINERS = { usual: sized(10_000, 100), min: 100 };
const CLIENTS = sized(200, 2);
const DELIVERIES = sized(150, 1);
const WARM_UP = sized(15, 1);
const ON_SCREEN = 12;
const GOAL_MS = { goal: 150, medianGoal: 60 };
const TIMEOUT_MS = 900_000;

const rowsSchema = z.object({ rows: z.array(z.object({ id: z.string(), yardSpot: z.string().nullable() })) });

/**
 * `npm run bench:fresh [-- --containers N]`: times a delivery from sending until the board's cell has changed in a real
 * browser and until 200 other live feed clients received the change. Uses a production build with one worker. Prints a
 * table and writes `bench/results/fresh.json` (`fresh-N.json` for another number of containers).
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { containers, results } = await openSizedRun("fresh", CONTAINERS, onEnd);

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
  const floorUrl = await dashboard.startFloor("bench/fresh/baseline.ts");

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
    ...percentileFigures("Delivery sent to accepted", samples.accepted),
    ...percentileFigures("Delivery sent to change noted by the worker", samples.noted),
    ...percentileFigures(`Delivery sent to ${CLIENTS} clients (floor: NOTIFY to stream)`, samples.clients, {
      ...GOAL_MS,
      floor,
    }),
    ...percentileFigures("Delivery sent to the cell painted", samples.painted, GOAL_MS),
  );
  await results.finish(`How fresh the board is, on ${containers} containers`);
});
