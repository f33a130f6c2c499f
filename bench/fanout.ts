import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { readFacets, readRows, rowsPath } from "@/bench/board/json-reads";
import { loadAccount } from "@/bench/board/load-account";
import { openReader, type Reader } from "@/bench/board/reader";
import { type BoardsReport, type BoardsStart, reportSchema } from "@/bench/fanout/boards";
import { openClients } from "@/bench/fresh/clients";
import { deliver, movedTo } from "@/bench/fresh/deliver";
import { measureFloor } from "@/bench/fresh/measure";
import { wallClock } from "@/bench/fresh/wall-clock";
import { EMAIL } from "@/bench/harness/account";
import { bundledArgs } from "@/bench/harness/bundle";
import { runBenchmark, type Undo } from "@/bench/harness/clean-up";
import { startCountingUpstream } from "@/bench/harness/counting-upstream";
import { openDashboard } from "@/bench/harness/dashboard";
import { type Figure, figure, openResults, percentileFigures } from "@/bench/harness/figures";
import { SHIPPED } from "@/bench/harness/fleet";
import { readNumberOptions } from "@/bench/harness/number-options";
import { signIn } from "@/bench/harness/sign-in";
import { sized } from "@/bench/harness/smoke";
import { measureApplying } from "@/bench/ingest/measure";
import { makeDeliveries } from "@/bench/ingest/notifications";
import { signAll } from "@/bench/ingest/post";
import { takenByChild } from "@/bench/ingest/processes";
import { QUEUE_IDS } from "@/lib/domain/board-row/queues";
import { type Database, openDatabase } from "@/lib/platform/database/client";
import { openRng } from "@/lib/platform/seeded-random";
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

const userEmail = (at: number): string => `dispatcher-${at}@example.com`;

/** Signs this many users in, copies of the benchmark's user. Returns their cookies. */
async function signInUsers(
  db: Database,
  baseUrl: string,
  password: string,
  count: number,
): Promise<string[]> {
  const cookies: string[] = [];
  for (let at = 0; at < count; at += 1) {
    await db.execute(sql`
      insert into users (email, password_hash, role) select ${userEmail(at)}, password_hash, role from users where email = ${EMAIL}`);
    const { name, value } = await signIn(baseUrl, userEmail(at), password);
    cookies.push(`${name}=${value}`);
  }
  return cookies;
}

/** What dispatchers have open: the whole board, its queues, terminals, lines, carriers, and some sorted by ETA. */
async function chooseBoards(
  reader: Reader,
  count: number,
): Promise<{ params: string; refetches: boolean }[]> {
  const facets = await readFacets(reader);
  const values = (name: "terminals" | "lines" | "carriers", most: number) =>
    facets[name].slice(0, most).map(({ value }) => value);
  const paths = [
    rowsPath({}),
    ...QUEUE_IDS.map((queue) => rowsPath({ queue })),
    ...values("terminals", 8).map((terminal) => rowsPath({ terminal })),
    ...values("lines", 4).map((line) => rowsPath({ line, queue: "pull-today" })),
    ...values("carriers", 4).map((carrier) => rowsPath({ carrier })),
    rowsPath({ sort: { by: "eta", descending: false } }),
    rowsPath({ left: { from: null, to: 2 } }),
  ];
  return Array.from({ length: count }, (_, at) => {
    const params = new URLSearchParams((paths[at % paths.length] ?? "").split("?")[1]);
    for (const name of ["offset", "limit"]) params.delete(name);
    return { params: params.toString(), refetches: params.has("sort") };
  });
}

/** Opens the boards in a process of their own. */
async function openBoards(onEnd: (undo: Undo) => void, start: BoardsStart) {
  const args = bundledArgs(["--import", "tsx", "bench/fanout/boards.ts"]);
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  onEnd(() => child.kill());
  const ended = once(child, "exit").then(() => {
    throw new Error("the boards ended");
  });
  ended.catch(() => undefined);
  const answer = async (message: string | BoardsStart): Promise<unknown> => {
    const answered = once(child, "message");
    child.send(message);
    const [received] = await Promise.race([answered, ended]);
    return received;
  };
  await answer(start);
  return {
    report: async (): Promise<BoardsReport> => reportSchema.parse(await answer("report")),
    async close() {
      child.kill();
      await ended.catch(() => undefined);
    },
  };
}

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

  async function measure(name: string, pushed: boolean): Promise<Figure[]> {
    const open = await openBoards(onEnd, {
      baseUrl,
      pushed,
      boards: chosen.map((board, at) => ({ ...board, cookie: cookies[at] ?? "" })),
    });
    const sent: { id: string; at: number }[] = [];
    const count = Math.min(changes * seconds, Math.floor(ids.length / 2));
    await step(`${count} changes, ${changes} a second: ${name}`, async () => {
      const deliveries: Promise<void>[] = [];
      const rng = openRng(1);
      let due = wallClock();
      for (const [at, id] of ids.splice(0, count).entries()) {
        // Changes are independent of each other. Even pauses would synchronize with the periods of the messages.
        due -= (Math.log(1 - rng.between(0, 1)) * 1_000) / changes;
        await pause(Math.max(0, due - wallClock()));
        const body = await movedTo(db, id, `Spot ${name} ${at}`);
        sent.push({ id, at: wallClock() });
        deliveries.push(deliver(baseUrl, body, secret));
      }
      await Promise.all(deliveries);
      await pause(SETTLE_MS);
    });
    const { arrivals, requests, bytes, messages } = await open.report();
    await open.close();
    const samples: number[] = [];
    let missing = 0;
    for (const board of arrivals)
      for (const { id, at } of sent) {
        const arrivedAt = board[id]?.find((time) => time >= at);
        if (arrivedAt === undefined) missing += 1;
        else samples.push(arrivedAt - at);
      }
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
    const open = await openBoards(onEnd, {
      baseUrl,
      pushed: true,
      boards: chosen.map((board, at) => ({ ...board, cookie: cookies[at] ?? "" })),
    });
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
