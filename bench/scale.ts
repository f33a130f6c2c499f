import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { readRows } from "@/bench/board/json-reads";
import { loadAccount } from "@/bench/board/load-account";
import { openReader } from "@/bench/board/reader";
import { chooseBoards, signInUsers } from "@/bench/fanout/open-boards";
import { openClients } from "@/bench/fresh/clients";
import { measureFloor } from "@/bench/fresh/measure";
import { EMAIL } from "@/bench/harness/account";
import { runBenchmark } from "@/bench/harness/clean-up";
import { startCountingUpstream } from "@/bench/harness/counting-upstream";
import { openDashboard } from "@/bench/harness/dashboard";
import { alignColumns, figure, openResults } from "@/bench/harness/figures";
import { SHIPPED } from "@/bench/harness/fleet";
import type { Member } from "@/bench/harness/member";
import { readNumberOptions } from "@/bench/harness/number-options";
import { signIn } from "@/bench/harness/sign-in";
import { sized } from "@/bench/harness/smoke";
import { loadChanges } from "@/bench/scale/load-changes";
import { figuresOf, type Measured, measure, type Setting, scaleTable } from "@/bench/scale/measure";
import { catchUpReports } from "@/lib/features/reports/materialize/materialize";
import { openDatabase } from "@/lib/platform/database/client";
import { say, step } from "@/scripts/up/progress";

const DEFAULTS = sized(
  { containers: 1_000_000, changes: 10_000_000, rate: 5, seconds: 30 },
  { containers: 100, changes: 1_000, rate: 5, seconds: 1 },
);
const DASHBOARDS = sized([1, 2, 4], [1, 2]);
const BOARDS = sized([20, 100, 500], [3]);
/** More boards share the users' sessions. */
const USERS = sized(50, 2);
const FLOOR_SAMPLES = sized(50, 2);
const TIMEOUT_MS = 14_400_000;
const NOTE =
  "Two cores run all of it, so this shows correctness and the cost of a process, not what more dashboards could serve.";

/**
 * `npm run bench:scale [-- --containers N --changes N --rate N --seconds N]`: a million containers with 10 million changes
 * (`--changes 100000000` for 100 million, 40 GB of disk), made by SQL. For 1, 2 and 4 dashboards with 20, 100 and 500
 * simulated boards each, `--rate` containers a second change for `--seconds`. Measures rows, freshness from the delivery
 * accepted to the row received by each board, processor time and memory of each process, and checks that every board
 * and dashboard has every change. Production build with one worker. Prints a table and writes
 * `bench/results/scale.json` (`scale-CONTAINERS-CHANGES.json` for other sizes).
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { sizes, isUsual } = readNumberOptions(DEFAULTS);
  const { containers, changes, rate, seconds } = sizes;
  const results = await openResults({ name: isUsual ? "scale" : `scale-${containers}-${changes}`, onEnd });
  const [load = 0] = loadavg();
  await results.add(figure({ name: "the machine's load before", unit: "", value: load }));

  const secret = randomBytes(24).toString("hex");
  const system = await step("Starting PostgreSQL", () => openDashboard(onEnd, { WEBHOOK_SECRET: secret }));
  const { db } = system;
  const { pool } = openDatabase(system.databaseUrl, { max: 2 });
  onEnd(() => pool.end());
  const begun = performance.now();
  await step(`Loading ${containers} containers`, () => loadAccount(db, containers, new Date()));
  await step("Working out what reports keep", async () => {
    while (await catchUpReports(db, { atOnce: true }));
  });
  const loaded = await step(`Adding ${changes} changes`, () =>
    loadChanges(pool, { containers, changes }, new Date()),
  );
  const loadSeconds = (performance.now() - begun) / 1_000;
  const { rows: sizesOf } = await pool.query<{ mb: number; folder: string }>(
    `select (pg_database_size(current_database()) / 1048576.0)::float8 as mb, current_setting('data_directory') as folder`,
  );
  await results.add(
    figure({ name: "containers", unit: "", value: containers }),
    figure({ name: "changes in the history", unit: "", value: loaded }),
    figure({ name: "the database", unit: "MB", value: sizesOf[0]?.mb ?? 0 }),
    figure({ name: "loading by SQL", unit: "s", value: loadSeconds }),
  );

  const upstream = await startCountingUpstream(onEnd);
  const dashboards: { url: string; member: Member }[] = [];
  const addDashboard = async () => {
    dashboards.push(await system.freshDashboard(upstream.url, `dashboard-${dashboards.length + 1}`));
  };
  await step("Building and starting a dashboard", addDashboard);
  const startedWorker = async () =>
    (await db.execute(sql`select from installation where name = 'reconciler'`)).rows.length > 0;
  await system.startProgram("worker", SHIPPED.worker, startedWorker);

  const baseUrl = dashboards[0]?.url ?? "";
  const reader = openReader(baseUrl, await signIn(baseUrl, EMAIL, system.password));
  const setting: Setting = {
    ...{ db, secret, reader, perSecond: rate, dataFolder: sizesOf[0]?.folder ?? "" },
    rowsFloorUrl: await system.startFloor("bench/board/baseline.ts"),
    cookies: await step(`Signing ${USERS} users in`, () => signInUsers(db, baseUrl, system.password, USERS)),
  };

  const streamsUrl = await system.startFloor("bench/fresh/baseline.ts");
  const streamFloors = new Map<number, number[]>();
  for (const boards of BOARDS) {
    const clients = await openClients(onEnd, streamsUrl, boards);
    const floor = await step(`Timing NOTIFY to ${boards} bare streams`, () =>
      measureFloor(db, clients, FLOOR_SAMPLES),
    );
    streamFloors.set(boards, floor);
    await clients.close();
  }

  const chosen = await chooseBoards(reader, Math.max(...BOARDS));
  // Each container changes once, so that a row belongs to one change.
  const each = Math.min(rate * seconds, Math.floor(containers / (DASHBOARDS.length * BOARDS.length)));
  const ids: string[] = [];
  while (ids.length < each * DASHBOARDS.length * BOARDS.length) {
    const { rows } = await readRows(reader, {}, ids.length);
    if (rows.length === 0) break;
    ids.push(...rows.map(({ id }) => id));
  }

  const all: Measured[] = [];
  for (const count of DASHBOARDS) {
    while (dashboards.length < count) await addDashboard();
    for (const boards of BOARDS) {
      const measured = await step(`Dashboards: ${count}, boards: ${boards}`, () =>
        measure(
          setting,
          {
            dashboards,
            boards: chosen.slice(0, boards),
            ids: ids.splice(0, each),
            streamFloor: streamFloors.get(boards) ?? [],
          },
          onEnd,
        ),
      );
      all.push(measured);
      await results.add(...figuresOf(measured));
    }
  }
  say(`\n${alignColumns(scaleTable(all))}\n${NOTE}`);
  await results.finish(`${containers} containers with ${changes} changes`);
});
