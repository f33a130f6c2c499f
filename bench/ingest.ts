import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { loadAccount } from "@/bench/board/load-account";
import { runBenchmark } from "@/bench/harness/clean-up";
import { startCountingUpstream } from "@/bench/harness/counting-upstream";
import { openDashboard } from "@/bench/harness/dashboard";
import { type Figure, figure, openResults } from "@/bench/harness/figures";
import { SHIPPED } from "@/bench/harness/fleet";
import { takenByChild, takenByPostgres } from "@/bench/harness/processes";
import { SMOKE, sized } from "@/bench/harness/smoke";
import { measureAccepting, measureApplying, measureDelay } from "@/bench/ingest/measure";
import { measureNaturalMix } from "@/bench/ingest/natural-mix";
import { makeDeliveries } from "@/bench/ingest/notifications";
import { measurePlainSql } from "@/bench/ingest/plain-sql";
import { signAll } from "@/bench/ingest/post";
import { buildOnce, buildWithFloor, ONLY_READ_PATH } from "@/bench/ingest/private-build";
import { openDatabase } from "@/lib/platform/database/client";
import { step } from "@/scripts/up/progress";

const DEFAULT_CONTAINERS = sized(10_000, 100);
const DEFAULTS = sized(
  { accepted: 12_000, applied: 15_000, paced: 1_500, mix: "60,300,1200", mixSeconds: 90 },
  { accepted: 40, applied: 40, paced: 20, mix: "1200", mixSeconds: 0.5 },
);
const ROUNDS = sized(5, 1);
const GOALS = { acceptedShare: 0.85, appliedPerSecond: 800, peakMb: 450 };
const TIMEOUT_MS = 1_800_000;
const TRACKING_PATH = "/api/webhooks/tracking";

/**
 * `npm run bench:ingest [-- --containers N --accepted N --applied N --mix N,N --mix-seconds N]`: measures notifications
 * of 6 KB on a production build. It compares accepting signed ones with a handler of the same build that only reads the
 * body. It measures accepting and applying with one worker. It also measures the data age under the service's own mix
 * of notifications within the request limit. Prints a table and writes `bench/results/ingest.json` (`ingest-N.json` for
 * another number of containers).
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({
    options: {
      containers: { type: "string", default: String(DEFAULT_CONTAINERS) },
      accepted: { type: "string", default: String(DEFAULTS.accepted) },
      applied: { type: "string", default: String(DEFAULTS.applied) },
      mix: { type: "string", default: DEFAULTS.mix },
      "mix-seconds": { type: "string", default: String(DEFAULTS.mixSeconds) },
      smoke: { type: "boolean" },
    },
  });
  const [containers, accepted, applied] = [values.containers, values.accepted, values.applied].map(Number);
  if (!containers || !accepted || !applied) throw new Error("--containers, --accepted, --applied: numbers");
  const perMinute = values.mix.split(",").map(Number);
  const seconds = Number(values["mix-seconds"]);
  if (!perMinute.every((rate) => rate > 0) || !(seconds > 0))
    throw new Error("--mix, --mix-seconds: numbers");
  const name = containers === DEFAULT_CONTAINERS ? "ingest" : `ingest-${containers}`;
  const results = await openResults({ name, onEnd });
  const [load = 0] = loadavg();
  await results.add(figure({ name: "the machine's load before", unit: "", value: load }));

  const secret = randomBytes(24).toString("hex");
  const system = await step("Starting PostgreSQL", () => openDashboard(onEnd, { WEBHOOK_SECRET: secret }));
  const { pool } = openDatabase(system.databaseUrl, { max: 2 });
  onEnd(() => pool.end());
  const { rows } = await pool.query("select current_setting('data_directory') as folder");
  const postgres = () => takenByPostgres(rows[0].folder);
  const hotShare = async () => {
    const { rows: updates } = await pool.query<{ share: number }>(
      "select 100.0::float8 * n_tup_hot_upd / greatest(n_tup_upd, 1) as share from pg_stat_user_tables where relname = 'board_rows'",
    );
    return updates[0]?.share ?? 0;
  };
  await step(`Loading ${containers} containers`, () =>
    loadAccount(system.db, containers, new Date(Date.now() - 3_600_000)),
  );
  await startCountingUpstream(onEnd);
  // A separate build takes longer than the whole smoke run, so the smoke run omits the handler's baseline.
  const dashboard = SMOKE
    ? await buildOnce(system.logsDir)
    : await step("Building the dashboard with a floor", () => buildWithFloor(system.logsDir));
  const onlyRead = SMOKE ? TRACKING_PATH : ONLY_READ_PATH;
  const responses = async (url: string) => (await fetch(`${url}/api/health`)).status > 0;
  const dashboardUrl = await system.startProgram("dashboard", dashboard, responses);

  const created = (count: number, serial: string) =>
    signAll(makeDeliveries(count, containers, new Date(), serial), secret);
  const ours = created(accepted, "a");
  const sizes = ours.reduce((sum, { body }) => sum + body.length, 0) / ours.length;
  const rates = await step("Accepting, workers paused", () =>
    measureAccepting(
      [
        { name: "only reads", address: `${dashboardUrl}${onlyRead}`, deliveries: ours },
        { name: "accepted", address: `${dashboardUrl}${TRACKING_PATH}`, deliveries: ours },
      ],
      ROUNDS,
      () => takenByChild("next").cpuMs,
    ),
  );
  const rate = (name: string) => rates[name]?.perSecond ?? 0;
  await results.add(
    figure({
      name: "accepted, workers paused (floor: the handler that only reads)",
      unit: "a second",
      value: rate("accepted"),
      floor: rate("only reads"),
      minRatio: GOALS.acceptedShare,
    }),
    figure({
      name: "accepted, processor time of the dashboard (floor: the handler that only reads)",
      unit: "ms",
      value: rates.accepted?.cpuMs ?? 0,
      floor: rates["only reads"]?.cpuMs,
    }),
    figure({ name: "a notification's body", unit: "bytes", value: sizes }),
  );
  await pool.query("truncate inbox");

  await system.startProgram("worker", SHIPPED.worker, async () => true);
  await measureApplying(pool, `${dashboardUrl}${TRACKING_PATH}`, created(Math.ceil(applied / 10), "w"));
  const begun = { dashboard: takenByChild("next"), worker: takenByChild("worker.ts"), postgres: postgres() };
  const appliedRate = await step(`Accepting and applying ${applied} with one worker`, () =>
    measureApplying(pool, `${dashboardUrl}${TRACKING_PATH}`, created(applied, "c")),
  );
  const ended = { dashboard: takenByChild("next"), worker: takenByChild("worker.ts"), postgres: postgres() };
  const delay = await step("Offering 100 a second", () =>
    measureDelay(pool, `${dashboardUrl}${TRACKING_PATH}`, created(DEFAULTS.paced, "d"), 100),
  );
  const plain = await step("Writing the same rows by plain SQL", () => measurePlainSql(pool));
  const each = (name: keyof typeof begun) => (ended[name].cpuMs - begun[name].cpuMs) / applied;
  const memory = (name: string, peakMb: number, goal?: number): Figure =>
    figure({ name: `${name}, largest resident memory`, unit: "MB", value: peakMb, goal });
  await results.add(
    figure({
      name: "accepted and applied, one worker (floor: the goal)",
      unit: "a second",
      value: appliedRate,
      floor: GOALS.appliedPerSecond,
      minRatio: 1,
    }),
    figure({
      name: "accepted and applied, one worker (floor: the same rows by plain SQL)",
      unit: "a second",
      value: appliedRate,
      floor: plain,
    }),
    figure({
      name: "rows of the board written without an index entry (HOT)",
      unit: "%",
      value: await hotShare(),
    }),
    figure({ name: "from receipt to applied at 100 a second, p50", unit: "ms", value: delay.p50 }),
    figure({ name: "from receipt to applied at 100 a second, p95", unit: "ms", value: delay.p95 }),
    figure({ name: "processor time a notification, dashboard", unit: "ms", value: each("dashboard") }),
    figure({ name: "processor time a notification, worker", unit: "ms", value: each("worker") }),
    figure({ name: "processor time a notification, PostgreSQL", unit: "ms", value: each("postgres") }),
    memory("dashboard", takenByChild("next").peakMb, GOALS.peakMb),
    memory("worker", takenByChild("worker.ts").peakMb, GOALS.peakMb),
    memory("PostgreSQL's largest process, with the shared buffers", postgres().peakMb),
  );
  await results.add(
    ...(await step("The service's own mix", () =>
      measureNaturalMix({ dashboard, perMinute, seconds }, onEnd),
    )),
  );
  await results.finish(`Deliveries to a dashboard of ${containers} containers`);
});
