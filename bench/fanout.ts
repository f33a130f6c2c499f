import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { readRows } from "@/bench/board/json-reads";
import { loadAccount } from "@/bench/board/load-account";
import { openReader } from "@/bench/board/reader";
import { chooseBoards, openBoards, requireUnbroken, signInUsers } from "@/bench/fanout/open-boards";
import { sendChanges, timeArrivals } from "@/bench/fanout/time-changes";
import { openClients } from "@/bench/fresh/clients";
import { measureFloor } from "@/bench/fresh/measure";
import { EMAIL } from "@/bench/harness/account";
import { runBenchmark } from "@/bench/harness/clean-up";
import { startCountingUpstream } from "@/bench/harness/counting-upstream";
import { openDashboard } from "@/bench/harness/dashboard";
import { type Figure, figure, openResults, percentileFigures } from "@/bench/harness/figures";
import { SHIPPED } from "@/bench/harness/fleet";
import { readNumberOptions } from "@/bench/harness/number-options";
import { takenByChild } from "@/bench/harness/processes";
import { signIn } from "@/bench/harness/sign-in";
import { sized } from "@/bench/harness/smoke";
import { measureApplying } from "@/bench/ingest/measure";
import { makeDeliveries } from "@/bench/ingest/notifications";
import { signAll } from "@/bench/ingest/post";
import { openDatabase } from "@/lib/platform/database/client";
import { say, step } from "@/scripts/up/progress";

const DEFAULTS = sized(
  { containers: 10_000, boards: 50, changes: 5, seconds: 60 },
  { containers: 100, boards: 4, changes: 5, seconds: 2 },
);
const FLOOR_SAMPLES = sized(100, 2);
const GOAL_MS = { medianGoal: 60 };
const TIMEOUT_MS = 1_800_000;
/** After the last change, boards have this time to receive it. */
const SETTLE_MS = 5_000;
const MESSAGES_A_SECOND = 4;
const APPLIED = sized(6_000, 20);
const GOALS = { appliedPerSecond: 300, browserMb: 2, peakMb: 450 };

/**
 * `npm run bench:fanout [-- --containers N --boards N --changes N --seconds N]`: open boards of as many users, each with its
 * own filters, while notifications change containers at random times, at this rate. Times each change from sending its notification
 * until each board has its row, first with rows pushed over the event streams, then with boards that request them. Then it
 * applies notifications as fast as one worker can while the boards are open.
 * Production build with one worker. Prints a table and writes `bench/results/fanout.json`.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { sizes, isUsual } = readNumberOptions(DEFAULTS);
  const { containers, boards, changes, seconds } = sizes;
  const results = await openResults({
    name: isUsual ? "fanout" : `fanout-${containers}-${boards}-${changes}`,
    onEnd,
  });

  const secret = randomBytes(24).toString("hex");
  const dashboard = await step("Starting PostgreSQL", () => openDashboard(onEnd, { WEBHOOK_SECRET: secret }));
  const { db } = dashboard;
  const { pool } = openDatabase(dashboard.databaseUrl, { max: 2 });
  onEnd(() => pool.end());
  await step(`Loading ${containers} containers`, () => loadAccount(db, containers, new Date()));
  const upstream = await startCountingUpstream(onEnd);
  const baseUrl = await step("Building and starting the dashboard", () =>
    dashboard.startDashboard(upstream.url),
  );
  const startedWorker = async () =>
    (await db.execute(sql`select from installation where name = 'reconciler'`)).rows.length > 0;
  await dashboard.startProgram("worker", SHIPPED.worker, startedWorker);

  const floorUrl = await dashboard.startFloor("bench/fresh/baseline.ts");
  const floorClients = await openClients(onEnd, floorUrl, boards);
  const floor = await step("Timing NOTIFY to bare streams", () =>
    measureFloor(db, floorClients, FLOOR_SAMPLES),
  );
  await floorClients.close();

  const cookies = await step(`Signing ${boards} users in`, () =>
    signInUsers(db, baseUrl, dashboard.password, boards),
  );
  const reader = openReader(baseUrl, await signIn(baseUrl, EMAIL, dashboard.password));
  const chosen = await chooseBoards(reader, boards);

  // Each container changes at most once, so that a row belongs to one change.
  const ids: string[] = [];
  while (ids.length < Math.min(containers, 2 * changes * seconds)) {
    const { rows } = await readRows(reader, {}, ids.length);
    if (rows.length === 0) break;
    ids.push(...rows.map(({ id }) => id));
  }

  const openAll = (pushed: boolean) =>
    openBoards(onEnd, chosen, { pushed, recorded: true, baseUrls: [baseUrl], cookies });

  async function measure(name: string, pushed: boolean): Promise<Figure[]> {
    const open = await openAll(pushed);
    const count = Math.min(changes * seconds, Math.floor(ids.length / 2));
    const sent = await step(`${count} changes, ${changes} a second: ${name}`, async () => {
      const accepted = await sendChanges({
        ...{ db, baseUrls: [baseUrl], secret, perSecond: changes, name },
        ids: ids.splice(0, count),
      });
      await pause(SETTLE_MS);
      return accepted;
    });
    const report = await open.report();
    const { requests, bytes, messages, reconnects, others } = report;
    await open.close();
    requireUnbroken({ reconnects, others });
    const { samples, missing } = timeArrivals(report, sent, "sentAt");
    if (missing > 0) say(`  ${missing} rows did not arrive`);
    const each = (figureName: string, unit: string, value: number, goal?: number) =>
      figure({ name: `${name}, ${figureName}`, unit, value, goal });
    return [
      ...percentileFigures(`${name}, delivery sent to row received (floor: NOTIFY to stream)`, samples, {
        floor,
        ...(pushed ? GOAL_MS : {}),
      }),
      each("rows that did not arrive", "", missing, 0),
      each("requests of the boards", "a second", requests / seconds),
      each("bytes to the boards", "kB a second", bytes / seconds / 1_000),
      ...(pushed
        ? [
            each(
              "messages to one board",
              "a second",
              messages / (seconds + SETTLE_MS / 1_000),
              MESSAGES_A_SECOND,
            ),
          ]
        : []),
    ];
  }

  /** Applies notifications as fast as one worker can while boards are open. */
  async function measureBusy(): Promise<Figure[]> {
    const before = takenByChild("next").residentMb;
    const open = await openAll(true);
    const deliveries = signAll(makeDeliveries(APPLIED, containers, new Date(), "b"), secret);
    const rate = await step(`Applying ${APPLIED} notifications while ${boards} boards are open`, () =>
      measureApplying(pool, `${baseUrl}/api/webhooks/tracking`, deliveries),
    );
    const { residentMb, peakMb } = takenByChild("next");
    await open.close();
    return [
      figure({
        name: "applied while the boards are open (floor: the goal)",
        unit: "a second",
        value: rate,
        floor: GOALS.appliedPerSecond,
        minRatio: 1,
      }),
      figure({
        name: "memory of the dashboard after it, more than without boards, a board",
        unit: "MB",
        value: (residentMb - before) / boards,
        goal: GOALS.browserMb,
      }),
      figure({ name: "dashboard, largest resident memory", unit: "MB", value: peakMb, goal: GOALS.peakMb }),
    ];
  }

  await results.add(...(await measure("pushed", true)));
  await results.add(...(await measure("requested", false)));
  await results.add(...(await measureBusy()));
  await results.finish(`${boards} open boards of ${containers} containers, ${changes} changes a second`);
});
